import type { Payout } from '@tributary/contracts';

/** What a payout waits for, or what became of it. */
export function stateOf({ status, sender, reference, failureReason }: Payout): string {
  if (status === 'failed') return `It is back in your balance. ${failureReason ?? ''}`.trim();
  if (status === 'completed') return reference ? `Reference ${reference}` : '';
  return sender === null || sender === 'manual' ? 'By bank transfer from an admin' : 'On its way';
}
