import { Link } from '@tanstack/react-router';
import { Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import { TestMoney, usePaymentMethods } from '@/features/payments/index.ts';
import { useApi } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Section } from '@/ui/layout.tsx';
import { DonationList } from './donation-list.tsx';

/** The donations that a streamer received. */
export function Tips({ firstStep }: { firstStep: ReactNode }) {
  // Ignores the filters of the table below.
  const donations = useApi('GET /api/me/donations');
  const methods = usePaymentMethods('donation');
  const takesNone = methods.data?.length === 0;
  if (donations.data?.items.length === 0) {
    return (
      <EmptyState icon={Coins} title="No tips yet" actions={takesNone ? firstStep : <SettingsLink />}>
        {takesNone
          ? 'This instance doesn’t take payments. Add a link to your profile where people can support you.'
          : 'People can donate on your profile and on the pages of your streams. Donations appear here.'}
      </EmptyState>
    );
  }
  return (
    <>
      <TestMoney />
      <Section title="Donations" aside={<SettingsLink />}>
        <DonationList />
      </Section>
    </>
  );
}

const SettingsLink = () => (
  <Button asChild variant="secondary" size="sm">
    <Link to="/dashboard/creator/tips/settings">Donation settings</Link>
  </Button>
);
