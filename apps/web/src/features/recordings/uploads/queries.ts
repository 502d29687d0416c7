import type { StreamId } from '@tributary/contracts/shared';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '@/lib/api/client.ts';
import { useApi, useApiMutation, useInvalidate } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { RECORDINGS } from '../queries.ts';

const POLL_MS = 2_000;

/** The uploads that are not processed. An upload that leaves the list has become a recording. */
export function useUploads() {
  const invalidate = useInvalidate();
  const query = useApi(
    'GET /api/me/uploads',
    {},
    {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data?.items.some(({ state }) => state !== 'failed') ? POLL_MS : false,
    },
  );
  const count = query.data?.items.length ?? 0;
  const before = useRef(count);
  const onLeft = useEffectEvent(() => void invalidate(...RECORDINGS));
  useEffect(() => {
    if (count < before.current) onLeft();
    before.current = count;
  }, [count]);
  return query;
}

export function useReadUploads() {
  const invalidate = useInvalidate();
  return () => invalidate('GET /api/me/uploads');
}

export const useDeleteUpload = () =>
  useApiMutation((id: StreamId) => call('DELETE /api/me/uploads/:id', { params: { id } }), {
    onSettled: useReadUploads(),
    failure: t('recordings.upload.notCanceled'),
  });
