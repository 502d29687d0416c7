import type { Receipt as ReceiptData } from '@tributary/contracts/payouts';
import type { ReactNode } from 'react';
import { ChargeBadge, ProviderName, PURPOSE_NAMES } from '@/features/payments/index.ts';
import { formatDay } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { useApi } from '@/lib/use-api.ts';
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
      title={`Receipt ${receiptNumber}`}
      issuer={issuer}
      details={{
        Receipt: receiptNumber,
        Date: <Day at={paidAt} />,
        'Paid by': (
          <>
            <bdi>{payer.displayName}</bdi>, <bdi>{payer.email}</bdi>
          </>
        ),
        'Paid to': <Name person={creator} />,
        Method: <ProviderName of={provider} />,
        Payment: paymentId,
      }}
    >
      {isTest && <p className="font-medium">Test money. No real money was moved.</p>}
      <PaperLines caption="Receipt" lines={linesOf(receipt)} />
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
      label: `Refund of ${formatDay(refund.at)}${refund.status === 'pending' ? ', on its way' : ''}`,
      amount: money(-refund.amount),
    })),
    { label: 'Total', amount: money(amount - refunded), isTotal: true },
  ];
}
