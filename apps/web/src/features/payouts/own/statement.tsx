import type { PayoutStatement } from '@tributary/contracts/payouts';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { TestMoney } from '@/features/payments/index.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { formatBookDays, formatMoment } from '@/lib/format/dates.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
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
      title={t('payouts.statement.title')}
      issuer={issuer}
      details={{
        [t('payouts.statement.for')]: (
          <>
            <bdi>{creator.displayName}</bdi> (@{creator.username})
          </>
        ),
        [t('payouts.statement.period')]: formatBookDays(payout.periodStart, payout.periodEnd),
        [t('payouts.statement.requested')]: formatMoment(payout.periodEnd),
        [t('payouts.table.due')]: <BookDay at={payout.dueDate} />,
        [t('payouts.statement.payout')]: payout.id,
      }}
      actions={
        <Button asChild variant="secondary">
          <a href={`/api/me/payouts/${payout.id}/statement.csv`} download>
            <Download size={16} aria-hidden="true" />
            {t('ui.export')}
          </a>
        </Button>
      }
    >
      <PaperLines caption={t('payouts.statement.title')} lines={linesOf(statement)} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <PayoutBadge status={payout.status} />
        <span className="text-muted [overflow-wrap:anywhere]">{stateOf(payout)}</span>
      </p>
      <p className="max-w-[68ch] text-muted text-sm">{t('payouts.statement.note')}</p>
    </Paper>
  );
}

function linesOf(statement: PayoutStatement): PaperLine[] {
  const { payout, opening, payments, refunds, disputes, fees, returnedPayouts, closing } = statement;
  const money = (cents: number) => formatMoney(cents, payout.currency);
  const line = (label: string, cents: number): PaperLine[] =>
    cents === 0 ? [] : [{ label, amount: money(cents) }];
  return [
    { label: t('payouts.statement.opening'), amount: money(opening), isTotal: true },
    { label: t('payouts.statement.payments'), amount: money(payments) },
    ...line(t('payouts.statement.refunds'), refunds),
    ...line(t('payouts.statement.disputes'), disputes),
    { label: t('payouts.statement.fees'), amount: money(fees) },
    ...line(t('payouts.statement.returned'), returnedPayouts),
    { label: t('payouts.statement.thisPayout'), amount: money(-payout.amount) },
    { label: t('payouts.statement.closing'), amount: money(closing), isTotal: true },
  ];
}
