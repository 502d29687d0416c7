/** The people that the signed-in person has blocked. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserId } from '@tributary/contracts/shared';
import { useMemo } from 'react';
import { call } from './api.ts';
import { useSession } from './session.ts';

const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: ({ signal }) => call('GET /api/me/blocks', { signal }),
  staleTime: 300_000,
});

/** Disabled for visitors. */
export const useBlocks = () => useQuery({ ...blocksQuery, enabled: useSession().state === 'signed-in' });

const NOBODY: ReadonlySet<string> = new Set();

export function useBlockedIds(): ReadonlySet<string> {
  const people = useBlocks().data?.people;
  return useMemo(() => (people ? new Set(people.map(({ id }) => id)) : NOBODY), [people]);
}

/** Blocks or unblocks a person. */
export function useBlock(userId: UserId) {
  const client = useQueryClient();
  const params = { userId };
  return useMutation({
    mutationFn: (block: boolean) =>
      block
        ? call('PUT /api/me/blocks/:userId', { params })
        : call('DELETE /api/me/blocks/:userId', { params }),
    onSuccess: () =>
      Promise.all(
        // A block ends follows.
        ['blocks', 'follow', 'following'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
  });
}
