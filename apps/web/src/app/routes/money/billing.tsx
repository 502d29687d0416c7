/** Billing pages. */
import { getRouteApi, Link, useParams } from '@tanstack/react-router';
import { BadgeCheck, Receipt as ReceiptIcon, Repeat } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { TicketList } from '@/features/events/index.ts';
import { CurrentSubscriptions, SubscriptionResult, Subscriptions } from '@/features/memberships/index.ts';
import { TestMoney } from '@/features/payments/index.ts';
import { DonationsGiven, PaymentMethodsNote, Payments, Receipt } from '@/features/payouts/index.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { RevealTogether } from '@/ui/feedback/reveal-together.tsx';
import { Redirect } from '../../guard.tsx';
import { PlainPage, ProfileLayout } from '../layouts.tsx';
import { WhilePlaying } from './while-playing.tsx';

const discover = (
  <Button asChild>
    <Link to="/discover">{t('app.missing.browse')}</Link>
  </Button>
);

const subscriptions = (
  <Button asChild variant="secondary">
    <Link to="/subscription-management">{t('money.subscriptions.view')}</Link>
  </Button>
);

const billing = (
  <Button asChild variant="secondary">
    <Link to="/billing">{t('money.billing.view')}</Link>
  </Button>
);

function Page(props: {
  title: string;
  fact: string;
  icon: typeof Repeat;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <PlainPage title={props.title}>
      <EmptyState icon={props.icon} title={props.fact} actions={props.actions}>
        {props.children}
      </EmptyState>
    </PlainPage>
  );
}

export const BillingPage = () => (
  <ProfileLayout title={t('money.billing.title')}>
    <TestMoney />
    <RevealTogether>
      <CurrentSubscriptions
        manage={
          <Link to="/subscription-management" className="py-0.5 text-sm">
            {t('money.billing.manage')}
          </Link>
        }
      />
      <TicketList />
      <DonationsGiven />
      <Payments firstStep={discover} />
      <PaymentMethodsNote
        manage={
          <Link to="/subscription-management" className="text-accent underline underline-offset-2">
            {t('money.billing.changeMethod')}
          </Link>
        }
      />
    </RevealTogether>
  </ProfileLayout>
);

export function ReceiptPage() {
  const { paymentId } = useParams({ from: '/billing/receipts/$paymentId' });
  return (
    <ProfileLayout title={t('money.receipt.title')}>
      <Receipt
        paymentId={paymentId}
        missing={
          <EmptyState icon={ReceiptIcon} title={t('money.receipt.missing')} actions={billing}>
            {t('money.receipt.missingNext')}
          </EmptyState>
        }
      />
    </ProfileLayout>
  );
}

export const SubscriptionsPage = () => (
  <ProfileLayout title={t('money.subscriptions.title')}>
    <Subscriptions firstStep={discover} />
  </ProfileLayout>
);

const successRoute = getRouteApi('/subscription/success');
const cancelRoute = getRouteApi('/subscription/cancel');

const Result = (props: Omit<ComponentProps<typeof SubscriptionResult>, 'whilePlaying'>) => (
  <SubscriptionResult {...props} whilePlaying={WhilePlaying} />
);

/** Where payment pages return to. */
export function SubscriptionSuccessPage() {
  const { checkout, canceled, from } = successRoute.useSearch();
  if (checkout && canceled)
    return <Redirect to="/subscription/cancel" search={{ checkout, ...(from && { from }) }} />;
  if (checkout) return <Result checkoutId={checkout} from={from} />;
  return (
    <Page
      title={t('money.subscription.title')}
      fact={t('money.subscription.notStarted')}
      icon={BadgeCheck}
      actions={subscriptions}
    >
      {t('money.subscription.nothingToConfirm')}
    </Page>
  );
}

/** Where somebody who leaves a payment page arrives. */
export function SubscriptionCancelPage() {
  const { checkout, from } = cancelRoute.useSearch();
  if (checkout) return <Result checkoutId={checkout} from={from} hasLeft />;
  return (
    <Page
      title={t('money.subscription.title')}
      fact={t('money.subscription.notCharged')}
      icon={Repeat}
      actions={subscriptions}
    >
      {t('money.subscription.unchanged')}
    </Page>
  );
}
