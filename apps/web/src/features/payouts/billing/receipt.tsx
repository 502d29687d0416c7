import type { Receipt as ReceiptData } from '@tributary/contracts/payouts';
import type { ReactNode } from 'react';
import { ChargeBadge, ProviderName, PURPOSE_NAMES } from '@/features/payments/index.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { formatDay } from '@/lib/format/dates.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Name } from '@/ui/media/person.tsx';
import { Paper, type PaperLine, PaperLines } from '@/ui/paper.tsx';
import { Day } from '@/ui/time.tsx';

/** The printable receipt of a payment. */
export function Receipt({ paymentId, missing }: { paymentId: string; missing: ReactNode }) {
  const query = useApi('GET /api/me/payments/:id/receipt', { params: { id: paymentId } });
  return (
    <Loaded query={query} height="h-[32rem]" missing={missing}>
      {(receipt) => <Sheet receipt={receipt} />}
    </Loaded>
  );
}

function Sheet({ receipt }: { receipt: ReceiptData }) {
  const { issuer, payer, creator, provider, paymentId, receiptNumber, paidAt, status, isTest } = receipt;
  return (
    <Paper
      title={t('payouts.receipt.title', { number: receiptNumber })}
      issuer={issuer}
      details={{
        [t('payouts.receipt.receipt')]: receiptNumber,
        [t('payouts.receipt.date')]: <Day at={paidAt} />,
        [t('payouts.receipt.paidBy')]: (
          <>
            <bdi>{payer.displayName}</bdi>, <bdi>{payer.email}</bdi>
          </>
        ),
        [t('payouts.receipt.paidTo')]: <Name person={creator} />,
        [t('payouts.receipt.method')]: <ProviderName of={provider} />,
        [t('payouts.receipt.payment')]: paymentId,
      }}
    >
      {isTest && <p className="font-medium">{t('payouts.receipt.test')}</p>}
      <PaperLines caption={t('payouts.receipt.receipt')} lines={linesOf(receipt)} />
      <p className="text-sm">
        <ChargeBadge status={status} />
      </p>
    </Paper>
  );
}

function linesOf({ purpose, description, amount, currency, refunds }: ReceiptData): PaperLine[] {
  const money = (cents: number) => formatMoney(cents, currency);
  const counted = refunds.filter(({ status }) => status !== 'failed');
  const refunded = counted.reduce((total, refund) => total + refund.amount, 0);
  return [
    { label: <bdi>{description ?? PURPOSE_NAMES[purpose]}</bdi>, amount: money(amount) },
    ...counted.map((refund) => ({
      label: t(refund.status === 'pending' ? 'payouts.receipt.refundPending' : 'payouts.receipt.refund', {
        day: formatDay(refund.at),
      }),
      amount: money(-refund.amount),
    })),
    { label: t('payouts.receipt.total'), amount: money(amount - refunded), isTotal: true },
  ];
}
