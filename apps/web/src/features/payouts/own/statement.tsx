import type { PayoutStatement } from '@tributary/contracts/payouts';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { TestMoney } from '@/features/payments/index.ts';
import { formatBookDays, formatMoment } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { useApi } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Paper, type PaperLine, PaperLines } from '@/ui/paper.tsx';
import { BookDay } from '@/ui/time.tsx';
import { PayoutBadge, stateOf } from '../payout-status.tsx';

/** The printable statement of a payout. */
export function Statement({ payoutId, missing }: { payoutId: string; missing: ReactNode }) {
  const query = useApi('GET /api/me/payouts/:id/statement', { params: { id: payoutId } });
  return (
    <Loaded query={query} height="h-[36rem]" missing={missing}>
      {(statement) => (
        <>
          <TestMoney />
          <Sheet statement={statement} />
        </>
      )}
    </Loaded>
  );
}

function Sheet({ statement }: { statement: PayoutStatement }) {
  const { payout, issuer, creator } = statement;
  return (
    <Paper
      title="Statement"
      issuer={issuer}
      details={{
        For: (
          <>
            <bdi>{creator.displayName}</bdi> (@{creator.username})
          </>
        ),
        Period: formatBookDays(payout.periodStart, payout.periodEnd),
        Requested: formatMoment(payout.periodEnd),
        Due: <BookDay at={payout.dueDate} />,
        Payout: payout.id,
      }}
      actions={
        <Button asChild variant="secondary">
          <a href={`/api/me/payouts/${payout.id}/statement.csv`} download>
            <Download size={16} aria-hidden="true" />
            Export
          </a>
        </Button>
      }
    >
      <PaperLines caption="Statement" lines={linesOf(statement)} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <PayoutBadge status={payout.status} />
        <span className="text-muted [overflow-wrap:anywhere]">{stateOf(payout)}</span>
      </p>
      <p className="max-w-[68ch] text-muted text-sm">
        Pending money is included in the balances. Payments that went to your own account or wallet appear
        with the platform’s fee only, where it was taken from your balance.
      </p>
    </Paper>
  );
}

function linesOf(statement: PayoutStatement): PaperLine[] {
  const { payout, opening, payments, refunds, disputes, fees, returnedPayouts, closing } = statement;
  const money = (cents: number) => formatMoney(cents, payout.currency);
  const line = (label: string, cents: number): PaperLine[] =>
    cents === 0 ? [] : [{ label, amount: money(cents) }];
  return [
    { label: 'Opening balance', amount: money(opening), isTotal: true },
    { label: 'Payments', amount: money(payments) },
    ...line('Refunds', refunds),
    ...line('Disputes', disputes),
    { label: 'Platform fees', amount: money(fees) },
    ...line('Earlier payouts that returned', returnedPayouts),
    { label: 'This payout', amount: money(-payout.amount) },
    { label: 'Closing balance', amount: money(closing), isTotal: true },
  ];
}
