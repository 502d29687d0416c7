import { RefundsToSend, TestMoney, UncreditedPayments } from '@/features/payments/index.ts';
import { t } from '@/lib/messages/t.ts';
import { Section } from '@/ui/layout.tsx';
import { BalancePanel } from './balance-panel.tsx';
import { CryptoAccount } from './crypto-account.tsx';
import { PayoutAccounts } from './payout-accounts.tsx';
import { PayoutList } from './payout-list.tsx';

/** A streamer's balance, payout accounts and payouts. */
export function OwnPayouts({ hasOnboardingFailed }: { hasOnboardingFailed: boolean }) {
  return (
    <>
      <TestMoney />
      <BalancePanel />
      <PayoutAccounts hasOnboardingFailed={hasOnboardingFailed} />
      <CryptoAccount />
      <RefundsToSend />
      <UncreditedPayments />
      <Section title={t('payouts.payouts')}>
        <PayoutList />
      </Section>
    </>
  );
}
