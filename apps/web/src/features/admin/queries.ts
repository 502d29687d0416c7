import {
  AUDIT_ACTIONS,
  AUDIT_SCOPES,
  AUDIT_SUBJECTS,
  type InstanceSettings,
} from '@tributary/contracts/instance';
import { call, withProof } from '@/lib/api/client.ts';
import { upload } from '@/lib/api/upload.ts';
import { useApi, useApiMutation, useApiTable } from '@/lib/api/use-api.ts';
import { oneOf, type TableSearch } from '@/lib/table-search.ts';

/** How many entries wait for an admin in each queue. */
export const useQueues = () => useApi('GET /api/admin/queues', {}, { refetchInterval: 60_000 });

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The filters of the audit log in an address. */
export const auditFilterOf = ({ actor, action, kind, scope, subject, since, until }: TableSearch) => ({
  actor,
  action: oneOf(AUDIT_ACTIONS, action),
  kind: oneOf(AUDIT_SUBJECTS, kind),
  scope: oneOf(AUDIT_SCOPES, scope),
  subject,
  since: since && DATE.test(since) ? since : undefined,
  until: until && DATE.test(until) ? until : undefined,
});

export const useAudit = (search: TableSearch) =>
  useApiTable('GET /api/admin/audit', search, { query: auditFilterOf(search) });

const useLogoChange = <Variables = void>(change: (variables: Variables) => Promise<unknown>) =>
  useApiMutation(change, { invalidates: ['GET /api/admin/settings', 'GET /api/instance'] });

export const useReplaceLogo = () =>
  useLogoChange(({ file, onProgress }: { file: File; onProgress: (share: number) => void }) =>
    withProof(() => upload('/api/admin/logo', file, onProgress)),
  );

export const useRemoveLogo = () => useLogoChange(() => call('DELETE /api/admin/logo'));

export const useSaveSettings = () =>
  useApiMutation((body: Partial<InstanceSettings>) => call('PATCH /api/admin/settings', { body }), {
    invalidates: ['GET /api/admin/*', 'GET /api/instance'],
  });
