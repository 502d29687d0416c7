import type { ChargeDetails } from '@tributary/contracts/payments';
import { clsx } from 'clsx';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Moment } from '@/ui/time.tsx';

const STEPS: Readonly<Record<string, string>> = {
  charge_captured: t('payments.charge.captured'),
  charge_reversed: t('payments.admin.step.reversed'),
  released: t('payments.admin.charge.available'),
  refund_requested: t('payments.admin.step.refundRequested'),
  refund_succeeded: t('payments.admin.step.refundSucceeded'),
  refund_failed: t('payments.admin.step.refundFailed'),
  dispute_opened: t('payments.admin.step.disputeOpened'),
  dispute_won: t('payments.admin.step.disputeWon'),
  dispute_lost: t('payments.admin.step.disputeLost'),
};

const ACCOUNTS: Readonly<Record<string, string>> = {
  creator_pending: t('payments.admin.account.pending'),
  creator_available: t('payments.admin.account.available'),
  creator_received: t('payments.admin.account.received'),
  platform_fees: t('payments.admin.account.fees'),
  provider_clearing: t('payments.admin.account.clearing'),
  refunds: t('payments.admin.account.refunds'),
  disputes: t('payments.admin.account.disputes'),
};

/** The ledger's steps for a charge. */
export function ChargeSteps({ steps, currency }: Pick<ChargeDetails, 'steps' | 'currency'>) {
  return (
    <>
      <p className="max-w-[68ch] text-muted text-sm">{t('payments.admin.step.lead')}</p>
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
