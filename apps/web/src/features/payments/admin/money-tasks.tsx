import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MANUAL } from '@tributary/contracts/payments';
import { formatNumberOf } from '@/lib/format.ts';
import { useApi, useApiTable } from '@/lib/use-api.ts';
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
  const unanswered = countText(disputes, ({ evidenceSubmittedAt }) => !evidenceSubmittedAt, 'dispute');
  const unsent = countText(payouts, ({ sender }) => sender === null || sender === MANUAL, 'bank transfer');
  const failing = countText(refunds, ({ lastError }) => lastError !== null, 'failing refund');
  const failed = countText(webhooks, () => true, 'failed webhook');
  const tasks: [page: Page, status: string, words: string][] = [];
  if (unanswered) tasks.push(['disputes', 'open', `${unanswered} to answer`]);
  if (unsent) tasks.push(['payouts', 'pending', `${unsent} to make`]);
  if (failing) tasks.push(['refunds', 'pending', failing]);
  if (failed) tasks.push(['webhooks', 'failed', failed]);
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
      {isKnown && tasks.length === 0 && (
        <p className="text-muted">All caught up: nothing to answer, to send or to repair.</p>
      )}
    </div>
  );
}

type Listed<Row> = Pick<UseQueryResult<{ items: Row[]; next: string | null }>, 'data' | 'isSuccess'>;

/** The number of waiting rows on the first page of a list, with a noun; null if there are none. */
function countText<Row>(
  { data }: Listed<Row>,
  isWaiting: (row: Row) => boolean,
  noun: string,
): string | null {
  const count = data?.items.filter(isWaiting).length ?? 0;
  if (count === 0) return null;
  return `${data?.next ? 'At least ' : ''}${formatNumberOf(count, noun)}`;
}
