import { HOLDING_DAYS } from '@tributary/contracts/payments';
import type { Balance } from '@tributary/contracts/payouts';
import { AVAILABILITY } from '@/features/payments/index.ts';
import { formatMoney } from '@/lib/money.ts';
import { messageOf } from '@/lib/query.ts';
import { useApi } from '@/lib/use-api.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Figures } from '@/ui/figures.tsx';
import { BookDay, Day } from '@/ui/time.tsx';
import { Withdraw } from './withdraw.tsx';

/** A creator's balance, its next release, and the button to withdraw. */
export function BalancePanel() {
  const { data, error, refetch } = useApi('GET /api/me/balance');
  if (error && !data) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  const money = (cents: number | undefined) =>
    data && cents !== undefined ? formatMoney(cents, data.currency) : undefined;
  return (
    <section aria-label="Balance" className="flex flex-col items-start gap-5">
      <div className="w-full">
        <Figures
          figures={[
            { label: 'Available', value: money(data?.available), note: data && <Available balance={data} /> },
            ...(data && data.reserved > 0 ? [reserved(data)] : []),
            { label: 'Pending', value: money(data?.pending), note: data && <Pending balance={data} /> },
            {
              label: 'Being paid out',
              value: money(data?.inTransit),
              note:
                data &&
                (data.inTransit > 0
                  ? 'It returns to your balance if a payout fails.'
                  : 'Requested payouts appear here.'),
            },
          ]}
        />
      </div>
      <Withdraw balance={data} />
    </section>
  );
}

const reserved = ({ reserved, currency }: Balance) => ({
  label: 'Reserved',
  value: formatMoney(reserved, currency),
  note: 'For the unused time of subscriptions. It becomes available day by day.',
});

function Available({
  balance: { available, currency, minimum, nextPayoutAt, isFirstPayout },
}: {
  balance: Balance;
}) {
  const least = formatMoney(minimum, currency);
  if (available < 0) return 'Refunds took more than you had. New earnings cover it first.';
  const first = isFirstPayout ? ` Your first payout is sent ${HOLDING_DAYS} days after its request.` : '';
  if (nextPayoutAt === null) return `You can withdraw ${least} or more.${first}`;
  return (
    <>
      {isFirstPayout ? 'Requested' : 'Paid out'} on <BookDay at={nextPayoutAt} /> if it is {least} or more.
      {first}
    </>
  );
}

function Pending({ balance: { pending, currency, nextAvailable } }: { balance: Balance }) {
  if (nextAvailable) {
    return (
      <>
        {formatMoney(nextAvailable.amount, currency)} is released on <Day at={nextAvailable.at} />.
      </>
    );
  }
  if (pending > 0) return 'It is not released, because its payments are to be refunded.';
  return AVAILABILITY;
}
