/** A hundred donations (spec section 7), and the payouts for them and for ended events. */
import { type PayoutStatus, PLATFORM_FEE_BASIS_POINTS, type UserId } from '@tributary/contracts';
import { netBetween, splitFee } from '#features/money/index.ts';
import type { Writer } from '#platform/db/database.ts';
import type { SeededAccounts } from './seeded-accounts.ts';
import { createRandom, type SeededRandom } from './seeded-random.ts';
import { ago, DAY, HOUR, idAt, MINUTE, monthFrom } from './times.ts';

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
  const unusedThanks = new Map(
    accounts.streamers.map(({ id, story }) => [id, random.some(story.thanks, story.thanks.length)]),
  );
  const unusedNotes = random.some(NOTES, NOTES.length);
  const rows = Array.from({ length: DONATIONS }, (_, index) => {
    const recipient = recipientOf(accounts, index, random);
    const amount = random.pick(AMOUNTS);
    const { fee, net } = splitFee(amount, PLATFORM_FEE_BASIS_POINTS);
    // More of them recently than long ago.
    const at = ago(now, Math.floor(random.next() ** 1.5 * 110 * DAY) + random.between(10, 400) * MINUTE);
    const anonymous = random.chance(0.15);
    const donor = accounts.viewer && index % 14 === 3 ? accounts.viewer : random.pick(accounts.viewers);
    return {
      id: idAt(at),
      recipient_id: recipient,
      donor_id: anonymous ? null : donor,
      amount,
      platform_fee: fee,
      net_amount: net,
      payment_provider: random.chance(0.7) ? ('stripe' as const) : ('paypal' as const),
      status:
        index % 33 === 7
          ? ('refunded' as const)
          : index === 60
            ? ('disputed' as const)
            : ('completed' as const),
      message: random.chance(0.15) ? '' : (unusedThanks.get(recipient)?.pop() ?? unusedNotes.pop() ?? ''),
      is_anonymous: anonymous,
      created_at: at,
    };
  });
  await tx.insertInto('donations').values(rows).execute();
}

/** Every fourth donation goes to the channel that visitors can sign in to. */
function recipientOf({ streamers, streamer }: SeededAccounts, index: number, random: SeededRandom): UserId {
  return streamer && index % 4 === 0 ? streamer : random.pick(streamers).id;
}

/** One payout per streamer and month with earnings, due thirty days after its end. */
export async function seedPayouts(tx: Writer, accounts: SeededAccounts, now: Date): Promise<void> {
  const random = createRandom(30);
  const rows = [];
  for (const months of [-4, -3, -2, -1]) {
    const [start, end] = [monthFrom(now, months), monthFrom(now, months + 1)];
    for (const { id } of accounts.streamers) {
      const amount = await netBetween(tx, id, start, end);
      if (amount === 0) continue;
      const due = new Date(end.getTime() + 30 * DAY);
      const status: PayoutStatus =
        due > now
          ? 'pending'
          : months === -2 && id !== accounts.streamer && random.chance(0.12)
            ? 'failed'
            : 'completed';
      const made = new Date(end.getTime() + HOUR);
      rows.push({
        id: idAt(made),
        streamer_id: id,
        amount,
        status,
        period_start: start,
        period_end: end,
        due_date: due,
        created_at: made,
      });
    }
  }
  if (rows.length > 0) await tx.insertInto('payouts').values(rows).execute();
}
