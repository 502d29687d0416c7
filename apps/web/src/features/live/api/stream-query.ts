import { queryOptions } from '@tanstack/react-query';
import { withinLimit } from '@/lib/api/answer-limit.ts';
import { apiQuery } from '@/lib/api/api-query.ts';
import { firstData } from '@/lib/api/first-data.ts';

/** How a page addresses its stream. The slug `live` means the channel's current stream. */
export type StreamAddress = { readonly username: string; readonly slug: string } | { readonly id: string };

/** A viewer who waits for a stream must not wait for a connection that hangs: the next read may get through. */
const ANSWER_LIMIT_MS = 10_000;

const BY_ID = 'GET /api/streams/:id';
const BY_SLUG = 'GET /api/streamers/:username/streams/:slug';

export function streamQuery(address: StreamAddress) {
  const { queryKey, queryFn } =
    'id' in address
      ? apiQuery(BY_ID, { params: { id: address.id } })
      : apiQuery(BY_SLUG, { params: address });
  return queryOptions({
    queryKey,
    queryFn: (query) => withinLimit(query.signal, ANSWER_LIMIT_MS, (signal) => queryFn({ signal })),
    initialData: () => ('id' in address ? firstData(BY_ID, address) : firstData(BY_SLUG, address)),
    initialDataUpdatedAt: performance.timeOrigin,
  });
}
