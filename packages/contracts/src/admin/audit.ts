/** What admins have done: who, what, to whom, why, once and for good. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { userId } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/paging.ts';

/** Acts of admins; whoever adds one says in `audit-words.ts` of the web app how it reads. */
export const AUDIT_ACTIONS = [
  'user.created',
  'user.role_granted',
  'user.role_taken',
  'user.banned',
  'user.unbanned',
  'user.sessions_ended',
  'user.password_reset',
  'user.address_confirmed',
  'user.key_rotated',
  'user.badge_taken',
  'verification.approved',
  'verification.rejected',
  'stream.stopped',
  'stream.hidden',
  'stream.shown',
  'page.edited',
  'page.restored',
  'message.handled',
  'message.reopened',
  'settings.changed',
  'list.exported',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_SUBJECTS = ['user', 'stream', 'page', 'message', 'settings', 'list'] as const;
export type AuditSubjectKind = (typeof AUDIT_SUBJECTS)[number];

export const auditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Null: the operator's command line. */
  actor: z
    .object({ id: userId, username: z.string().nullable().describe('Null: the account is gone') })
    .nullable(),
  action: z.string(),
  subject: z.object({
    kind: z.string(),
    id: z.string(),
    label: z.string().nullable().describe('What it is called now; null: it is gone'),
  }),
  details: z.record(z.string(), z.unknown()).describe('`reason`, `before`, `after`'),
  requestId: z.string().nullable(),
  addressHash: z.string().nullable().describe('The same for acts from the same address'),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const AUDIT_PAGE_SIZE = 50;

/** In place of a username: acts of the operator's command line. No username begins so. */
export const COMMAND_LINE_ACTOR = '_command-line';

export const auditFilter = z.object({
  actor: z.string().max(64).optional().describe(`A username, or \`${COMMAND_LINE_ACTOR}\``),
  action: z.enum(AUDIT_ACTIONS).optional(),
  kind: z.enum(AUDIT_SUBJECTS).optional(),
  subject: z
    .string()
    .max(200)
    .optional()
    .describe("With `kind`: an id, a person's username or a page's slug"),
  since: z.iso.date().optional(),
  until: z.iso.date().optional().describe('This day is the last, in UTC'),
});
export type AuditFilter = z.infer<typeof auditFilter>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  tag: 'admin',
  summary: `Acts of admins, newest first, ${AUDIT_PAGE_SIZE} at a time`,
  access: 'admin',
  query: auditFilter.extend(pageQuery.shape),
  response: pageOf(auditEntry),
});

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit.csv',
  tag: 'admin',
  summary: 'The same as a table for a spreadsheet, whole',
  access: 'admin',
  perMinute: 10,
  query: auditFilter,
  download: 'text/csv',
  response: z.unknown(),
});
