import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StreamId } from '@tributary/contracts/shared';
import { useEffect, useRef } from 'react';
import { call } from '@/lib/api.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

const RECORDINGS = ['recordings'];
const KEY = [...RECORDINGS, 'uploads'];
const POLL_MS = 2_000;

/** The uploads that are not processed. An upload that leaves the list has become a recording. */
export function useUploads() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /api/me/uploads', { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state !== 'failed') ? POLL_MS : false,
  });
  const count = query.data?.items.length ?? 0;
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current) void client.invalidateQueries({ queryKey: RECORDINGS });
    before.current = count;
  }, [client, count]);
  return query;
}

export function useReadUploads() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEY });
}

export function useDeleteUpload() {
  const reread = useReadUploads();
  return useMutation({
    mutationFn: (id: StreamId) => call('DELETE /api/me/uploads/:id', { params: { id } }),
    onSettled: reread,
    onError: (error) => toast.failure('Couldn’t cancel the upload', error),
  });
}
