import { Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Section } from '@/ui/layout.tsx';
import { usePaymentMethods } from '../api/use-checkout.ts';
import { useDonations } from '../api/use-creator.ts';
import { TestMoney } from '../shared/test-money.tsx';
import { DonationList } from './donation-list.tsx';

/** The donations that a streamer received. */
export function Tips({ firstStep }: { firstStep: ReactNode }) {
  // Regardless of the filters of the table below.
  const donations = useDonations({});
  const methods = usePaymentMethods('donation');
  if (donations.data?.items.length === 0) {
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
      <Section title="Donations">
        <DonationList />
      </Section>
    </>
  );
}
