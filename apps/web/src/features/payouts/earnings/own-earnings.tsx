import type { EarningsPeriod } from '@tributary/contracts/payouts';
import { type ReactNode, useState } from 'react';
import { AVAILABILITY, TestMoney } from '@/features/payments/index.ts';
import { useEarnings } from '../api/use-earnings.ts';
import { EarningsPanel } from './earnings-panel.tsx';

const LABELS = { net: 'Your earnings', amount: 'Before the fee', fee: 'Platform fee' };

/** What a streamer earned over time. @param next what to do with it */
export function OwnEarnings({ next }: { next: ReactNode }) {
  const [period, setPeriod] = useState<EarningsPeriod>('30d');
  return (
    <>
      <TestMoney />
      <EarningsPanel earnings={useEarnings(period)} period={period} onPeriod={setPeriod} labels={LABELS} />
      <p className="max-w-[68ch] text-muted text-sm">{AVAILABILITY}</p>
      <div className="flex flex-wrap gap-3">{next}</div>
    </>
  );
}
