/** A hundred donations (spec section 7). */
import { DONATION_PRESETS } from '@tributary/contracts/donations';
import type { UserId } from '@tributary/contracts/shared';
import { updateFromCharge } from '#features/donations/index.ts';
import { openDispute, recordCharges, requestRefund, settleRefund } from '#features/payments/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts';
import { readSettings } from '#platform/settings/index.ts';
import { chargeOf } from './charges.ts';
import type { SeededAccounts } from './seeded-accounts.ts';
import { createRandom, type SeededRandom } from './seeded-random.ts';
import { ago, idAt } from './times.ts';

export const DONATIONS = 100;

const AMOUNTS = [200, 300, 300, 500, 500, 500, 700, 1000, 1000, 1000, 1500, 2000, 2500, 3333, 5000, 10_000];
/** Notes that fit any channel; each is used once. */
const NOTES = [
  'Thank you for tonight.',
  'Made my evening.',
  'For the next one.',
  'Greetings from a very late train.',
  'Keep going.',
  'I have no words, so here is this.',
  'Been watching for a year, about time.',
  'First time here. Not the last.',
  'My flatmate says hi and is too shy to type.',
  'Coffee is on me this week.',
  'You kept me company through a night shift.',
  'For whatever breaks next.',
  'Found you by accident, stayed for three hours.',
  'Payday, so here you go.',
  'From the whole office in Bergen.',
  'I said I would after stream fifty. This is it.',
  'Happy birthday, if chat is not lying.',
  'The dog watched all of it too.',
  'Cheaper than the cinema and better.',
  'Thanks for answering my question last week.',
  'My train stood still for an hour. You did not.',
  'Get yourself something warm.',
  'For the electricity bill.',
  'Lost a bet with my sister. You win.',
  'Watching from a hospital bed. Thank you for being on.',
  'We had this on at our wedding dinner.',
  'I learned more here than I expected.',
  'For being on time, every time.',
  'Same time next week?',
  'My kid drew you. I will send a picture.',
  'This replaces the tip I forgot last month.',
  'Greetings from Valparaíso, it is 5 in the morning.',
  'You read my comment out and I screamed.',
  'I skipped one takeaway for this. Worth it.',
  'For the camera fund.',
  'Nobody else does this so calmly.',
  'Thank you for never shouting.',
  'Our book club is now a stream club.',
  'Saved me from a very boring party.',
  'Late, but I keep my promises.',
  'Please never change the intro music.',
  'A small thank you for a big year.',
  'You were right about the weather.',
  'For the best chat on the internet.',
  'My mother asks when you are on again.',
  'Moved to a new city. You are the familiar part.',
  'Do not spend it all on cables.',
  'From one insomniac to another.',
  'That made me laugh out loud on the bus.',
  'Here is to a hundred more.',
];

export async function seedDonations(tx: Writer, accounts: SeededAccounts, now: Date): Promise<void> {
  const random = createRandom(100);
  const { platformFeeBasisPoints, currency } = await readSettings(tx);
  const unusedThanks = new Map(
    accounts.streamers.map(({ id, story }) => [id, random.some(story.thanks, story.thanks.length)]),
  );
  const unusedNotes = random.some(NOTES, NOTES.length);
  const donations = Array.from({ length: DONATIONS }, (_, index) => {
    const recipient = recipientOf(accounts, index, random);
    const amount = random.pick(AMOUNTS);
    // More of them recently than long ago.
    const at = ago(
      now,
      Math.floor(random.next() ** 1.5 * 110 * DAY_MS) + random.between(10, 400) * MINUTE_MS,
    );
    const anonymous = random.chance(0.15);
    const donor = accounts.viewer && index % 14 === 3 ? accounts.viewer : random.pick(accounts.viewers);
    const purpose = { purpose: 'donation', subjectId: null, payerId: donor, creatorId: recipient } as const;
    const paid = { ...purpose, grossCents: amount, at, currency };
    const charge = { ...chargeOf(paid, platformFeeBasisPoints, random), isAnonymous: anonymous };
    const message = random.chance(0.15)
      ? ''
      : (unusedThanks.get(recipient)?.pop() ?? unusedNotes.pop() ?? '');
    return { charge, message, anonymous };
  });
  await recordCharges(
    tx,
    donations.map(({ charge }) => charge),
  );
  await tx
    .insertInto('donations')
    .values(
      donations.map(({ charge, message, anonymous }) => ({
        id: charge.id,
        charge_id: charge.id,
        recipient_id: charge.creatorId,
        donor_id: anonymous ? null : charge.payerId,
        amount: charge.grossCents,
        platform_fee: charge.feeCents,
        net_amount: charge.grossCents - charge.feeCents,
        currency,
        payment_provider: charge.provider,
        status: 'completed' as const,
        message,
        is_anonymous: anonymous,
        created_at: charge.capturedAt,
      })),
    )
    .execute();
  for (const [index, { charge }] of donations.entries()) {
    const { id: chargeId, grossCents: amountCents, paymentId, capturedAt: at } = charge;
    const about = { id: idAt(at), chargeId, amountCents, at };
    if (index % 33 === 7) {
      await requestRefund(tx, { ...about, reason: 'Given twice by mistake', requestedBy: accounts.admin });
      await settleRefund(tx, {
        id: about.id,
        providerRefundId: `refund-${paymentId}`,
        status: 'succeeded',
        at,
      });
      await updateFromCharge(tx, chargeId);
    } else if (index === 60) {
      const details = {
        providerDisputeId: `dispute-${paymentId}`,
        reason: 'Not recognized',
        evidenceDueAt: null,
      };
      await openDispute(tx, { ...about, ...details });
      await updateFromCharge(tx, chargeId);
    }
  }
}

const GOALS = [
  'A second camera',
  'A better microphone',
  'New lamps for the studio',
  'A trip to record outdoors',
];

/** Goals of every other channel, which the donations of the last weeks count for. */
export async function seedGoals(
  tx: Writer,
  { streamers, streamer }: SeededAccounts,
  now: Date,
): Promise<void> {
  const goals = streamers
    .filter((_, index) => index % 2 === 0)
    .map(({ id }, index) => ({
      creator_id: id,
      is_open: true,
      shows_recent: true,
      presets_cents: [...DONATION_PRESETS],
      goal_title: GOALS[index % GOALS.length] ?? null,
      // The channel that visitors can sign in to gets most of the donations.
      goal_cents: id === streamer ? 80_000 : 15_000 + 5_000 * (index % 5),
      goal_started_at: ago(now, 60 * DAY_MS),
    }));
  await tx.insertInto('donation_pages').values(goals).execute();
}

/** Every fourth donation goes to the channel that visitors can sign in to. */
function recipientOf({ streamers, streamer }: SeededAccounts, index: number, random: SeededRandom): UserId {
  return streamer && index % 4 === 0 ? streamer : random.pick(streamers).id;
}
