import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LIVE_SLUG, type StreamDetail } from '@tributary/contracts';
import { useEffect } from 'react';
import { type StreamAddress, streamQuery } from '../../api/stream-query.ts';

/** A retitled stream has a new slug: puts the present one into the address bar, without a step in the history. */
export function useCanonicalAddress(address: StreamAddress, detail: StreamDetail | undefined): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    if (!detail?.stream || !('slug' in address) || address.slug === LIVE_SLUG) return;
    const params = { username: detail.streamer.username, slug: detail.stream.slug };
    if (params.username === address.username && params.slug === address.slug) return;
    client.setQueryData(streamQuery(params).queryKey, detail);
    void navigate({ to: '/s/$username/$slug', params, replace: true, resetScroll: false });
  }, [address, detail, client, navigate]);
}
