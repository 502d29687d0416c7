/** The people that the signed-in person has blocked. */
import type { UserId } from '@tributary/contracts/shared';
import { useMemo } from 'react';
import { call } from './api/client.ts';
import { useApi, useApiMutation } from './api/use-api.ts';
import { useSession } from './session.ts';

/** The query is disabled for visitors. */
export const useBlocks = () =>
  useApi('GET /api/me/blocks', {}, { staleTime: 300_000, enabled: useSession().state === 'signed-in' });

const NOBODY: ReadonlySet<string> = new Set();

export function useBlockedIds(): ReadonlySet<string> {
  const people = useBlocks().data?.people;
  return useMemo(() => (people ? new Set(people.map(({ id }) => id)) : NOBODY), [people]);
}

/** Blocks or unblocks a person. */
export function useBlock(userId: UserId) {
  const params = { userId };
  return useApiMutation(
    (block: boolean) =>
      block
        ? call('PUT /api/me/blocks/:userId', { params })
        : call('DELETE /api/me/blocks/:userId', { params }),
    {
      invalidates: [
        'GET /api/me/blocks',
        // A block ends follows in both directions.
        'GET /api/streamers/:username/followers',
        'GET /api/me/following',
        'GET /api/me/following/*',
      ],
    },
  );
}
