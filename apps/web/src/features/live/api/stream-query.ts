import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';

/** How a page addresses its stream. The slug `live` means the channel's current stream. */
export type StreamAddress = { readonly username: string; readonly slug: string } | { readonly id: string };

export function streamQuery(address: StreamAddress) {
  return queryOptions({
    queryKey: ['stream', address],
    queryFn: ({ signal }) =>
      'id' in address
        ? call('GET /api/streams/:id', { params: { id: address.id }, signal })
        : call('GET /api/streamers/:username/streams/:slug', { params: { ...address }, signal }),
  });
}
