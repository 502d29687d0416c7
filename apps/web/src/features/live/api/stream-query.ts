import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { firstData } from '@/lib/first-data.ts';

/** How a page addresses its stream. The slug `live` means the channel's current stream. */
export type StreamAddress = { readonly username: string; readonly slug: string } | { readonly id: string };

const BY_ID = 'GET /api/streams/:id';
const BY_SLUG = 'GET /api/streamers/:username/streams/:slug';

export function streamQuery(address: StreamAddress) {
  return queryOptions({
    queryKey: ['stream', address],
    queryFn: ({ signal }) =>
      'id' in address
        ? call(BY_ID, { params: { id: address.id }, signal })
        : call(BY_SLUG, { params: { ...address }, signal }),
    initialData: () => ('id' in address ? firstData(BY_ID, address) : firstData(BY_SLUG, address)),
    initialDataUpdatedAt: performance.timeOrigin,
  });
}
