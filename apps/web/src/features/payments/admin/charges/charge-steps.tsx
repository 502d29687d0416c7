import type { ChargeDetails } from '@tributary/contracts/payments';
import { clsx } from 'clsx';
import { t } from '@/lib/messages/t.ts';
import { formatMoney } from '@/lib/money.ts';
import { Moment } from '@/ui/time.tsx';

const STEPS: Readonly<Record<string, string>> = {
  charge_captured: t('payments.charge.captured'),
  charge_reversed: 'Taken back by a chain reorganization',
  released: 'Available to the creator',
  refund_requested: 'Refund requested',
  refund_succeeded: 'Refund confirmed by the provider',
  refund_failed: 'Refund failed and returned to the creator',
  dispute_opened: 'Dispute opened',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
};

const ACCOUNTS: Readonly<Record<string, string>> = {
  creator_pending: 'Creator, pending',
  creator_available: 'Creator, available',
  creator_received: 'Creator, received directly',
  platform_fees: 'Platform fees',
  provider_clearing: 'Held at the provider',
  refunds: 'Refunds on their way',
  disputes: 'Withheld by disputes',
};

/** The ledger's steps for a charge. */
export function ChargeSteps({ steps, currency }: Pick<ChargeDetails, 'steps' | 'currency'>) {
  return (
    <>
      <p className="max-w-[68ch] text-muted text-sm">
        A plus is what an account gains or is owed, a minus what it gives or holds for the others. Each step
        adds up to zero.
      </p>
      <ol className="flex flex-col divide-y divide-line">
        {steps.map(({ at, kind, entries }) => (
          <li key={`${kind} ${at}`} className="grid gap-x-6 gap-y-2 py-4 md:grid-cols-2">
            <p className="flex flex-col">
              <span className="font-medium">{STEPS[kind] ?? kind}</span>
              <span className="text-muted text-sm">
                <Moment at={at} />
              </span>
            </p>
            <dl className="flex flex-col gap-1 text-sm">
              {entries.map(({ account, amount }) => (
                <div key={account} className="flex justify-between gap-4">
                  <dt className="text-muted">{ACCOUNTS[account] ?? account}</dt>
                  <dd className={clsx('tabular-nums', amount > 0 ? 'text-green' : 'text-ink')}>
                    {signed(amount, currency)}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </>
  );
}

const signed = (cents: number, currency: string): string =>
  `${cents > 0 ? '+' : '−'}${formatMoney(Math.abs(cents), currency)}`;
