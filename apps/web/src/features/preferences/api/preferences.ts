import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Preferences, PreferencesEdit } from '@tributary/contracts/preferences';
import { call } from '@/lib/api.ts';
import { apiQuery } from '@/lib/api-query.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { withChanges } from '../engine/with-changes.ts';

export const preferencesQuery = apiQuery('GET /api/me/preferences');

export const usePreferences = () => useQuery(preferencesQuery);

/** Changes preferences; updates at once, and reverts if the server refuses. */
export function useChangePreferences(onChanged?: (preferences: Preferences) => void) {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery;
  return useMutation({
    // In sequence: each response is the complete state, and must not overwrite a newer one.
    scope: { id: 'preferences' },
    mutationFn: (body: PreferencesEdit) => call('PATCH /api/me/preferences', { body }),
    async onMutate(changes) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (now) => now && withChanges(now, changes));
      return { before };
    },
    onSuccess(preferences) {
      onChanged?.(preferences);
      if (client.isMutating({ mutationKey: ['preferences'] }) <= 1)
        client.setQueryData(queryKey, preferences);
    },
    onError(error, _changes, context) {
      client.setQueryData(queryKey, context?.before);
      // The previous value may itself have been optimistic.
      void client.invalidateQueries({ queryKey });
      toast.failure('Couldn’t save your preference', error);
    },
    mutationKey: ['preferences'],
  });
}
