/** A hundred donations (spec section 7), and the payouts that they and ended events add up to. */
import { type PayoutStatus, PLATFORM_FEE_BASIS_POINTS, type UserId } from '@tributary/contracts';
import { netBetween, splitFee } from '#features/money/index.ts';
import type { Writer } from '#platform/db/database.ts';
import type { Cast } from './cast.ts';
import { type Dice, throwDice } from './dice.ts';
import { ago, DAY, HOUR, idAt, MINUTE, monthFrom } from './times.ts';

export const DONATIONS = 100;

const AMOUNTS = [200, 300, 300, 500, 500, 500, 700, 1000, 1000, 1000, 1500, 2000, 2500, 3333, 5000, 10_000];
const SAID_ANYWHERE = [
  '',
  '',
  '',
  'Thank you for tonight.',
  'Made my evening.',
  'For the next one.',
  'Greetings from a very late train.',
  'Keep going.',
  'I have no words, so here is this.',
  'Been watching for a year, about time.',
];

export async function seedDonations(tx: Writer, cast: Cast, now: Date): Promise<void> {
  const dice = throwDice(100);
  const unsaid = new Map(cast.streamers.map(({ id, story }) => [id, dice.some(story.thanks, 99)]));
  const rows = Array.from({ length: DONATIONS }, (_, index) => {
    const recipient = recipientOf(cast, index, dice);
    const amount = dice.pick(AMOUNTS);
    const { fee, net } = splitFee(amount, PLATFORM_FEE_BASIS_POINTS);
    // More of them lately than long ago.
    const at = ago(now, Math.floor(dice.next() ** 1.5 * 110 * DAY) + dice.between(10, 400) * MINUTE);
    const anonymous = dice.chance(0.15);
    const donor = cast.viewer && index % 14 === 3 ? cast.viewer : dice.pick(cast.viewers);
    return {
      id: idAt(at),
      recipient_id: recipient,
      donor_id: anonymous ? null : donor,
      amount,
      platform_fee: fee,
      net_amount: net,
      payment_provider: dice.chance(0.7) ? ('stripe' as const) : ('paypal' as const),
      status:
        index % 33 === 7
          ? ('refunded' as const)
          : index === 60
            ? ('disputed' as const)
            : ('completed' as const),
      message: (dice.chance(0.75) && unsaid.get(recipient)?.pop()) || dice.pick(SAID_ANYWHERE),
      is_anonymous: anonymous,
      created_at: at,
    };
  });
  await tx.insertInto('donations').values(rows).execute();
}

/** Every fourth one for the channel that people try the demo with. */
function recipientOf({ streamers, streamer }: Cast, index: number, dice: Dice): UserId {
  return streamer && index % 4 === 0 ? streamer : dice.pick(streamers).id;
}

/** For each whole month since the first donation, what was earned in it, due thirty days after its end. */
export async function seedPayouts(tx: Writer, cast: Cast, now: Date): Promise<void> {
  const dice = throwDice(30);
  const rows = [];
  for (const months of [-4, -3, -2, -1]) {
    const [start, end] = [monthFrom(now, months), monthFrom(now, months + 1)];
    for (const { id } of cast.streamers) {
      const amount = await netBetween(tx, id, start, end);
      if (amount === 0) continue;
      const due = new Date(end.getTime() + 30 * DAY);
      const status: PayoutStatus =
        due > now
          ? 'pending'
          : months === -2 && id !== cast.streamer && dice.chance(0.12)
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
