import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MANUAL } from '@tributary/contracts/payments';
import { useApi, useApiTable } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { REFRESH_MS } from './webhooks/webhook-table.tsx';

type Page = 'disputes' | 'payouts' | 'refunds' | 'webhooks';

/** Tasks about money that wait for an admin, as links. */
export function MoneyTasks() {
  const disputes = useApi('GET /api/admin/disputes', { query: { status: 'open' } });
  const refunds = useApi('GET /api/admin/refunds', { query: { status: 'pending' } });
  const payouts = useApi('GET /api/admin/payouts', { query: { status: 'pending' } });
  const webhooks = useApiTable(
    'GET /api/admin/payment-events',
    {},
    { query: { status: 'failed' } },
    { refetchInterval: REFRESH_MS },
  );
  const unanswered = waitingIn(disputes, ({ evidenceSubmittedAt }) => !evidenceSubmittedAt);
  const unsent = waitingIn(payouts, ({ sender }) => sender === null || sender === MANUAL);
  const failing = waitingIn(refunds, ({ lastError }) => lastError !== null);
  const failed = waitingIn(webhooks, () => true);
  const tasks: [page: Page, status: string, words: string][] = [];
  if (unanswered) tasks.push(['disputes', 'open', t('payments.admin.tasks.disputes', unanswered)]);
  if (unsent) tasks.push(['payouts', 'pending', t('payments.admin.tasks.payouts', unsent)]);
  if (failing) tasks.push(['refunds', 'pending', t('payments.admin.tasks.refunds', failing)]);
  if (failed) tasks.push(['webhooks', 'failed', t('payments.admin.tasks.webhooks', failed)]);
  const isKnown = [disputes, payouts, refunds, webhooks].every(({ isSuccess }) => isSuccess);
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-3">
      {tasks.map(([page, status, words]) => (
        <Button key={page} asChild variant="secondary">
          <Link to={`/dashboard/admin/money/${page}`} search={{ status }}>
            {words}
          </Link>
        </Button>
      ))}
      {isKnown && tasks.length === 0 && <p className="text-muted">{t('payments.admin.tasks.none')}</p>}
    </div>
  );
}

type Listed<Row> = Pick<UseQueryResult<{ items: Row[]; next: string | null }>, 'data' | 'isSuccess'>;

/** The number of waiting rows on the first page of a list, and whether it has more pages; null if there are none. */
function waitingIn<Row>({ data }: Listed<Row>, isWaiting: (row: Row) => boolean) {
  const count = data?.items.filter(isWaiting).length ?? 0;
  return count === 0 ? null : { count, more: data?.next ? 'yes' : 'no' };
}
