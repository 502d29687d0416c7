import type { EarningsPeriod } from '@tributary/contracts';
import { Coins } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Section } from '@/ui/layout.tsx';
import { usePaymentMethods } from '../api/use-checkout.ts';
import { useDonations, useEarnings } from '../api/use-creator.ts';
import { EarningsPanel } from '../earnings/earnings-panel.tsx';
import { PayoutList } from '../earnings/payout-list.tsx';
import { TestMoney } from '../shared/test-money.tsx';
import { DonationList } from './donation-list.tsx';

const LABELS = { net: 'Your earnings', amount: 'Before the fee', fee: 'Platform fee' };

/** A streamer's earnings, donations and payouts. */
export function Tips({ firstStep }: { firstStep: ReactNode }) {
  const [period, setPeriod] = useState<EarningsPeriod>('30d');
  const earnings = useEarnings(period);
  // Regardless of the filters of the table below.
  const donations = useDonations({});
  const methods = usePaymentMethods('donation');
  const none = donations.data?.items.length === 0;
  if (none && earnings.data?.totals.amount === 0) {
    return (
      <EmptyState icon={Coins} title="No tips yet" actions={firstStep}>
        {methods.data?.length === 0
          ? 'This instance doesn’t take payments. Add a link to your profile where people can support you.'
          : 'People can donate on your profile and on the pages of your streams. Donations appear here.'}
      </EmptyState>
    );
  }
  return (
    <>
      <TestMoney />
      <EarningsPanel earnings={earnings} period={period} onPeriod={setPeriod} labels={LABELS} />
      <Section title="Payouts">
        <PayoutList />
      </Section>
      <Section title="Donations">
        <DonationList />
      </Section>
    </>
  );
}
