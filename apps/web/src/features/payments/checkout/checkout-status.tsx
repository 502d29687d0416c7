import type { CheckoutState } from '@tributary/contracts/payments';
import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { apiQuery } from '@/lib/api/api-query.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { keepFocus } from '@/ui/focus.ts';
import { useCheckout } from '../api/use-checkout.ts';
import { useRefreshPurchases } from '../shared/scopes.ts';
import { isNotFound, PaymentNotFound } from './payment-not-found.tsx';

interface CheckoutStatusProps {
  id: string;
  /** The result of the payment, shown once it is confirmed. */
  paid: { title: ReactNode; text: ReactNode; actions: ReactNode };
  /** The way back to the choice of a payment method. */
  retry: ReactNode;
  /** Called once the payment is confirmed. */
  onPaid?: () => void;
  /** Whether the person left the payment page without paying. */
  hasLeft?: boolean | undefined;
}

/** The state of a checkout on the server. Announces changes, and takes the focus of a button that has disappeared. */
export const CheckoutStatus = (props: CheckoutStatusProps) => (
  <div ref={keepFocus} aria-live="polite">
    <State {...props} />
  </div>
);

function State({ id, paid, retry, onPaid, hasLeft = false }: CheckoutStatusProps) {
  const { data: checkout, error, refetch } = useCheckout(id);
  const isPaid = checkout?.status === 'paid';
  const paidNow = useEffectEvent(() => onPaid?.());
  useEffect(() => {
    if (isPaid) paidNow();
  }, [isPaid]);
  if (!checkout) {
    if (isNotFound(error)) return <PaymentNotFound />;
    if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
    return <Skeleton className="h-64 rounded-media" />;
  }
  if (checkout.status === 'open') return <Open checkout={checkout} hasLeft={hasLeft} />;
  if (checkout.status === 'paid') {
    return (
      <EmptyState icon={CircleCheck} title={paid.title} actions={paid.actions}>
        {paid.text}
        {checkout.isTest && <TestMark />}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={CircleX} title={CLOSED[checkout.status]} actions={retry}>
      {checkout.reason ?? t('payments.status.notCharged')}
    </EmptyState>
  );
}

const TestMark = () => (
  <p className="mt-3">
    <Badge tone="amber">{t('payments.test.badge')}</Badge>
  </p>
);

const CLOSED = {
  failed: t('payments.status.failed'),
  expired: t('payments.status.expired'),
  canceled: t('payments.status.canceled'),
} as const;

function Open({ checkout, hasLeft }: { checkout: CheckoutState; hasLeft: boolean }) {
  const { id, amount, currency, description, redirectUrl, isProviderReachable, isTest } = checkout;
  const cancel = useApiMutation('POST /api/checkouts/:id/cancel', {
    answers: apiQuery('GET /api/checkouts/:id', { params: { id } }),
    onSettled: useRefreshPurchases(),
    failure: t('payments.status.notCanceled'),
  });
  return (
    <EmptyState
      icon={Hourglass}
      title={hasLeft ? t('payments.status.left') : t('payments.progress.waiting')}
      actions={
        <>
          {redirectUrl && (
            <Button asChild>
              <a href={redirectUrl}>{t('payments.order.continue')}</a>
            </Button>
          )}
          <Button
            variant="secondary"
            busy={cancel.isPending}
            onClick={() => cancel.mutate({ params: { id } })}
          >
            {t('payments.cancelPayment')}
          </Button>
        </>
      }
    >
      <p>
        <Text
          k="payments.status.order"
          values={{
            description,
            amount: formatMoney(amount, currency),
            name: (words) => <bdi>{words}</bdi>,
            price: (words) => <span className="tabular-nums">{words}</span>,
          }}
        />{' '}
        {!isProviderReachable
          ? t('payments.status.unreachable')
          : hasLeft
            ? t('payments.status.leftNext')
            : t('payments.status.waitingNext')}
      </p>
      {isTest && <TestMark />}
    </EmptyState>
  );
}
