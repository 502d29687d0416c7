import type { Payout } from '@tributary/contracts/payouts';
import { formatMoment } from '@/lib/dates.ts';

/** What a payout waits for, or what became of it. */
export function stateOf({ status, sender, reference, failureReason, waitsUntil }: Payout): string {
  if (status === 'failed') return `It is back in your balance. ${failureReason ?? ''}`.trim();
  if (status === 'completed') return reference ? `Reference ${reference}` : '';
  const way = sender === null || sender === 'manual' ? 'By bank transfer from an admin' : 'On its way';
  return waitsUntil ? `Your first payout. It is sent after ${formatMoment(waitsUntil)}.` : way;
}
