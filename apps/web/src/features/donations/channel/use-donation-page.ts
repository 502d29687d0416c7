import { useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '@/lib/api-query.ts';
import { setPushed } from '@/lib/query.ts';
import { useTopic } from '@/lib/realtime/index.ts';
import { useApi } from '@/lib/use-api.ts';

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

/** Whether the goal and recent donations of a channel have loaded, so that content below them can be shown. */
export const useDonationsSettled = (username: string): boolean => useDonationPage(username).isFetched;
