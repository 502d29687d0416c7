import { useQueryClient } from '@tanstack/react-query';
import { usePaymentMethods } from '@/features/payments/index.ts';
import { apiQuery } from '@/lib/api/api-query.ts';
import { setPushed } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { useTopic } from '@/lib/realtime/index.ts';

/** A channel's suggested amounts, goal and recent donations, kept current by the socket. */
export function useDonationPage(username: string) {
  const client = useQueryClient();
  const name = username.toLowerCase();
  const input = { params: { username: name } };
  useTopic(`donations:${name}`, (message) => {
    if (message.kind !== 'snapshot') return;
    setPushed(client, apiQuery('GET /api/streamers/:username/donations', input).queryKey, message.data);
  });
  return useApi('GET /api/streamers/:username/donations', input);
}

/** Whether it is known if a channel takes donations, its goal and the recent ones, so that content below can be shown. */
export function useDonationsSettled(username: string): boolean {
  const page = useDonationPage(username);
  return usePaymentMethods('donation').isFetched && page.isFetched;
}
