import { Link } from '@tanstack/react-router';
import { Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import { TestMoney, usePaymentMethods } from '@/features/payments/index.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
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
      <EmptyState
        icon={Coins}
        title={t('donations.tips.none')}
        actions={takesNone ? firstStep : <SettingsLink />}
      >
        {takesNone ? t('donations.tips.noPayments') : t('donations.tips.where')}
      </EmptyState>
    );
  }
  return (
    <>
      <TestMoney />
      <Section title={t('donations.settings.title')} aside={<SettingsLink />}>
        <DonationList />
      </Section>
    </>
  );
}

const SettingsLink = () => (
  <Button asChild variant="secondary" size="sm">
    <Link to="/dashboard/creator/tips/settings">{t('donations.tips.settings')}</Link>
  </Button>
);
