import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CryptoPayment } from '@tributary/contracts/payments';
import { CircleCheck, CircleX } from 'lucide-react';
import { apiQuery } from '@/lib/api/api-query.ts';
import { messageOf, pollInterval } from '@/lib/api/query-client.ts';
import { useApiMutation, useInvalidate } from '@/lib/api/use-api.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Container } from '@/ui/layout.tsx';
import { isNotFound, PaymentNotFound } from '../checkout/payment-not-found.tsx';
import { PaymentProgress } from './payment-progress.tsx';
import { PaymentRequest } from './payment-request.tsx';

const POLL_MS = 4_000;

const ENDED = ['paid', 'expired', 'canceled'];

function useCryptoPayment(checkoutId: string) {
  const { queryKey, queryFn } = apiQuery('GET /api/checkouts/:id/crypto', { params: { id: checkoutId } });
  return useQuery({
    queryKey: [...queryKey, 'until'],
    queryFn: async (context) => {
      const payment = await queryFn(context);
      // Measured by a monotonic clock, since the browser's time of day may be wrong.
      return { ...payment, expiresAtMs: performance.now() + payment.expiresInMs };
    },
    refetchInterval: ({ state: { data, error } }) =>
      pollInterval(data && !ENDED.includes(data.state), error, POLL_MS),
  });
}

/** The payment page of a checkout on a chain. */
export function CryptoPaymentPage({ checkoutId }: { checkoutId: string }) {
  const { data: payment, error, refetch } = useCryptoPayment(checkoutId);
  useDocumentTitle(t('payments.crypto.title'));
  return (
    <Container width="page" className="flex flex-col gap-8 pt-8 sm:pt-12">
      <header className="flex flex-col gap-2">
        <h1 className="text-xl">{t('payments.crypto.title')}</h1>
        {payment && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            <bdi className="[overflow-wrap:anywhere]">{payment.description}</bdi>
            <span className="font-semibold text-amber tabular-nums">
              {formatMoney(payment.amount, payment.currency)}
            </span>
            {payment.chain.isTest && <Badge tone="amber">{t('payments.test.badge')}</Badge>}
          </p>
        )}
      </header>
      {payment ? (
        <Payment checkoutId={checkoutId} payment={payment} expiresAtMs={payment.expiresAtMs} />
      ) : (
        <Absent error={error} onRetry={() => void refetch()} />
      )}
    </Container>
  );
}

function Absent({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return <Skeleton className="h-96 rounded-media" />;
  if (isNotFound(error)) return <PaymentNotFound />;
  return <ErrorState message={messageOf(error)} onRetry={onRetry} />;
}

interface PaymentProps {
  checkoutId: string;
  payment: CryptoPayment;
  expiresAtMs: number;
}

function Payment({ checkoutId, payment, expiresAtMs }: PaymentProps) {
  const { state, returnPath } = payment;
  const invalidate = useInvalidate();
  const cancel = useApiMutation('POST /api/checkouts/:id/cancel', {
    onSettled: () => invalidate('GET /api/checkouts/:id/crypto'),
    failure: t('payments.crypto.notCanceled'),
  });
  const back = (
    <Button asChild variant={state === 'paid' ? 'primary' : 'secondary'}>
      <Link to={returnPath}>{t('payments.crypto.continue')}</Link>
    </Button>
  );
  if (state === 'paid') {
    return (
      <EmptyState icon={CircleCheck} title={t('payments.crypto.received')} actions={back}>
        {t('payments.crypto.receivedNext', {
          amount: formatMoney(payment.credited ?? payment.amount, payment.currency),
          count: payment.confirmationsRequired,
        })}
      </EmptyState>
    );
  }
  if (state === 'expired' || state === 'canceled') {
    return (
      <EmptyState
        icon={CircleX}
        title={state === 'expired' ? t('payments.crypto.expired') : t('payments.crypto.canceled')}
        actions={back}
      >
        {payment.received.length > 0 ? t('payments.crypto.partial') : t('payments.crypto.nothingPaid')}
      </EmptyState>
    );
  }
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      {state === 'confirming' ? null : <PaymentRequest payment={payment} />}
      <aside
        aria-label={t('payments.crypto.progress')}
        className="flex flex-col gap-5 rounded-media bg-surface-1 p-6"
      >
        <PaymentProgress payment={payment} expiresAtMs={expiresAtMs} />
        {state === 'waiting' && (
          <Button
            variant="secondary"
            busy={cancel.isPending}
            onClick={() => cancel.mutate({ params: { id: checkoutId } })}
          >
            {t('payments.cancelPayment')}
          </Button>
        )}
      </aside>
    </div>
  );
}
