import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InstanceSettings } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import { instanceQuery } from '@/lib/instance.ts';
import { ADMIN_KEY } from './queries.ts';

/** Does something as an admin; every list of the dashboard is read afresh after it. */
export function useAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => client.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
}

export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<InstanceSettings>) => call('PATCH /api/admin/settings', { body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ADMIN_KEY }),
        client.invalidateQueries({ queryKey: instanceQuery.queryKey }),
      ]),
  });
}
