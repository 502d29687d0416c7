import { keepPreviousData } from '@tanstack/react-query';
import type { EarningsPeriod } from '@tributary/contracts/payouts';
import { type ReactNode, useState } from 'react';
import { AVAILABILITY, TestMoney } from '@/features/payments/index.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { EarningsPanel } from './earnings-panel.tsx';

const LABELS = {
  net: t('payouts.earnings.yours'),
  amount: t('payouts.earnings.beforeFee'),
  fee: t('payouts.earnings.fee'),
};

/** A streamer's earnings over time. @param next the next action of the streamer */
export function OwnEarnings({ next }: { next: ReactNode }) {
  const [period, setPeriod] = useState<EarningsPeriod>('30d');
  const earnings = useApi(
    'GET /api/me/earnings',
    { query: { period } },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <TestMoney />
      <EarningsPanel earnings={earnings} period={period} onPeriod={setPeriod} labels={LABELS} />
      <p className="max-w-[68ch] text-muted text-sm">{AVAILABILITY}</p>
      <div className="flex flex-wrap gap-3">{next}</div>
    </>
  );
}
