import { useQueryClient } from '@tanstack/react-query';
import type { Preferences, PreferencesEdit } from '@tributary/contracts/preferences';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { optimistic, useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { withChanges } from '../engine/with-changes.ts';

export const preferencesQuery = apiQuery('GET /api/me/preferences');

export const usePreferences = () => useApi('GET /api/me/preferences');

/** Changes preferences; updates at once, and reverts if the server refuses. */
export function useChangePreferences(onChanged?: (preferences: Preferences) => void) {
  const client = useQueryClient();
  return useApiMutation((body: PreferencesEdit) => call('PATCH /api/me/preferences', { body }), {
    // In sequence: each response is the complete state, and must not overwrite a newer one.
    scope: { id: 'preferences' },
    mutationKey: ['preferences'],
    shows: optimistic(preferencesQuery, (now, changes: PreferencesEdit) => now && withChanges(now, changes)),
    failure: t('preferences.notSaved'),
    onSuccess(preferences) {
      onChanged?.(preferences);
      if (client.isMutating({ mutationKey: ['preferences'] }) <= 1)
        client.setQueryData(preferencesQuery.queryKey, preferences);
    },
  });
}
