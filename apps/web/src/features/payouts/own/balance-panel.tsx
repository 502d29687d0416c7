import { HOLDING_DAYS } from '@tributary/contracts/payments';
import type { Balance } from '@tributary/contracts/payouts';
import { AVAILABILITY } from '@/features/payments/index.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
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
    <section aria-label={t('payouts.balance.title')} className="flex flex-col items-start gap-5">
      <div className="w-full">
        <Figures
          figures={[
            {
              label: t('payouts.balance.available'),
              value: money(data?.available),
              note: data && <Available balance={data} />,
            },
            ...(data && data.reserved > 0 ? [reserved(data)] : []),
            {
              label: t('payouts.balance.pending'),
              value: money(data?.pending),
              note: data && <Pending balance={data} />,
            },
            {
              label: t('payouts.balance.inTransit'),
              value: money(data?.inTransit),
              note:
                data && (data.inTransit > 0 ? t('payouts.balance.returns') : t('payouts.balance.requested')),
            },
          ]}
        />
      </div>
      <Withdraw balance={data} />
    </section>
  );
}

const reserved = ({ reserved, currency }: Balance) => ({
  label: t('payouts.balance.reserved'),
  value: formatMoney(reserved, currency),
  note: t('payouts.balance.reservedWhy'),
});

function Available({
  balance: { available, currency, minimum, nextPayoutAt, isFirstPayout },
}: {
  balance: Balance;
}) {
  const least = formatMoney(minimum, currency);
  if (available < 0) return t('payouts.balance.negative');
  const days = HOLDING_DAYS;
  if (nextPayoutAt === null)
    return isFirstPayout
      ? t('payouts.balance.withdrawFirst', { least, days })
      : t('payouts.balance.withdraw', { least });
  const day = () => <BookDay at={nextPayoutAt} />;
  return isFirstPayout ? (
    <Text k="payouts.balance.requestedOn" values={{ least, days, day }} />
  ) : (
    <Text k="payouts.balance.paidOn" values={{ least, day }} />
  );
}

function Pending({ balance: { pending, currency, nextAvailable } }: { balance: Balance }) {
  if (nextAvailable) {
    return (
      <Text
        k="payouts.balance.released"
        values={{
          amount: formatMoney(nextAvailable.amount, currency),
          day: () => <Day at={nextAvailable.at} />,
        }}
      />
    );
  }
  if (pending > 0) return t('payouts.balance.notReleased');
  return AVAILABILITY;
}
