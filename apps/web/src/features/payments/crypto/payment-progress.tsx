import type { CryptoPayment } from '@tributary/contracts/payments';
import { t } from '@/lib/messages/t.ts';
import { Countdown } from '@/ui/countdown.tsx';
import { anyOf } from './any-of.ts';

const TITLES: Readonly<Record<string, string>> = {
  waiting: t('payments.progress.waiting'),
  underpaid: t('payments.progress.underpaid'),
  confirming: t('payments.progress.confirming'),
};

/** The amount that has arrived, its confirmations, and the remaining time. */
export function PaymentProgress({ payment, expiresAtMs }: { payment: CryptoPayment; expiresAtMs: number }) {
  const { state, received, confirmationsRequired, wasReversed } = payment;
  return (
    <>
      <div role="status" className="flex flex-col gap-1">
        <p className="font-display font-semibold text-lg">{TITLES[state]}</p>
        <p className="text-muted text-sm">{explain(payment)}</p>
        {wasReversed && <p className="text-amber text-sm">{t('payments.progress.reversed')}</p>}
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
                  {t('payments.progress.confirmations', {
                    done: Math.min(confirmations, confirmationsRequired),
                    required: confirmationsRequired,
                  })}
                </span>
              </span>
              <progress
                aria-label={t('payments.progress.confirmationsOf', { amount, token })}
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
          <span className="text-muted">{t('payments.progress.timeLeft')}</span>
          <Countdown startsAtMs={expiresAtMs} onStart={ignore} />
        </p>
      )}
    </>
  );
}

const ignore = () => undefined;

function explain({ state, confirmationsRequired, options }: CryptoPayment): string {
  if (state === 'confirming') return t('payments.progress.confirmingNext', { count: confirmationsRequired });
  if (state === 'underpaid') {
    const missing = options.flatMap(({ missing: left, token }) => (left ? `${left} ${token}` : []));
    return t('payments.progress.missing', { amounts: anyOf(missing) });
  }
  return t('payments.progress.waitingNext');
}
