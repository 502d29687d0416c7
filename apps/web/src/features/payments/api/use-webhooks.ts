/** The log of webhooks, for admins. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PROVIDER_EVENT_STATUSES, PROVIDER_NAME } from '@tributary/contracts/payments';
import { call } from '@/lib/api.ts';
import { invalidate } from '@/lib/api-query.ts';
import { useTablePage } from '@/lib/paged-query.ts';
import { ADMIN_KEY } from '@/lib/query.ts';
import { oneOf, type TableSearch } from '@/lib/table-search.ts';

const KEY = [...ADMIN_KEY, 'payment-events'];
/** New webhooks appear by themselves. */
const REFRESH_MS = 5_000;

export const webhookFilterOf = ({ q, status, provider }: TableSearch) => ({
  q,
  status: oneOf(PROVIDER_EVENT_STATUSES, status),
  provider: provider && PROVIDER_NAME.test(provider) ? provider : undefined,
});

export const useWebhooks = (search: TableSearch) =>
  useTablePage(
    [...KEY, 'list'],
    search,
    webhookFilterOf,
    (query, signal) => call('GET /api/admin/payment-events', { query, signal }),
    { refetchInterval: REFRESH_MS },
  );

export const useWebhook = (id: string) =>
  useQuery({
    queryKey: [...KEY, id],
    queryFn: ({ signal }) => call('GET /api/admin/payment-events/:id', { params: { id }, signal }),
  });

export function useReplayWebhook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('POST /api/admin/payment-events/:id/replay', { params: { id } }),
    // What it changes may be shown on any page of money.
    onSuccess: () => invalidate(client, ['GET /api/admin/*']),
  });
}
