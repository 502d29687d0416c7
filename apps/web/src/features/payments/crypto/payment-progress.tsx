import type { CryptoPayment } from '@tributary/contracts/payments';
import { Countdown } from '@/ui/countdown.tsx';

const TITLES: Readonly<Record<string, string>> = {
  waiting: 'Waiting for your payment',
  underpaid: 'Part of the amount has arrived',
  confirming: 'Payment found',
};

/** The amount that has arrived, its confirmations, and the remaining time. */
export function PaymentProgress({ payment, expiresAtMs }: { payment: CryptoPayment; expiresAtMs: number }) {
  const { state, received, confirmationsRequired, wasReversed } = payment;
  return (
    <>
      <div role="status" className="flex flex-col gap-1">
        <p className="font-display font-semibold text-lg">{TITLES[state]}</p>
        <p className="text-muted text-sm">{explain(payment)}</p>
        {wasReversed && (
          <p className="text-amber text-sm">
            The network dropped an earlier payment. It may come back by itself; check your wallet before you
            pay again.
          </p>
        )}
      </div>
      {received.length > 0 && (
        <ul className="flex flex-col gap-4">
          {received.map(({ token, amount, transactionHash, confirmations }, index) => (
            <li key={transactionHash ?? index} className="flex flex-col gap-1.5 text-sm">
              <span className="flex justify-between gap-3 tabular-nums">
                <span className="font-medium">
                  {amount} {token}
                </span>
                <span className="text-muted">
                  {Math.min(confirmations, confirmationsRequired)} of {confirmationsRequired} confirmations
                </span>
              </span>
              <progress
                aria-label={`Confirmations of ${amount} ${token}`}
                className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-surface-3 [&::-moz-progress-bar]:bg-green [&::-webkit-progress-bar]:bg-surface-3 [&::-webkit-progress-value]:bg-green"
                max={confirmationsRequired}
                value={Math.min(confirmations, confirmationsRequired)}
              />
            </li>
          ))}
        </ul>
      )}
      {state !== 'confirming' && (
        <p className="flex items-baseline justify-between gap-3 text-sm">
          <span className="text-muted">Time left</span>
          <Countdown startsAtMs={expiresAtMs} onStart={ignore} />
        </p>
      )}
    </>
  );
}

const ignore = () => undefined;

function explain({ state, confirmationsRequired, options }: CryptoPayment): string {
  if (state === 'confirming')
    return `It counts once it has ${confirmationsRequired} confirmations. You can close this page; nothing gets lost.`;
  if (state === 'underpaid') {
    const missing = options.flatMap(({ missing: left, token }) => (left ? `${left} ${token}` : []));
    return `Send the missing ${missing.join(' or ')} to the same address.`;
  }
  return 'This page shows your payment a few seconds after you send it.';
}
