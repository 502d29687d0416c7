/** The audit log: who did what to whom, and why. Entries are never changed. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { userId } from '../shared/fields.ts';
import { csvExport, pageOf, pageQuery } from '../shared/lists.ts';

/** Actions of admins. The web app's audit log has a sentence for each. */
export const AUDIT_ACTIONS = [
  'user.created',
  'user.role_granted',
  'user.role_taken',
  'user.banned',
  'user.unbanned',
  'user.sessions_ended',
  'user.password_reset',
  'user.reset_mailed',
  'user.reset_link_made',
  'user.second_factor_removed',
  'user.address_confirmed',
  'user.key_rotated',
  'user.badge_taken',
  'verification.approved',
  'verification.rejected',
  'stream.stopped',
  'stream.hidden',
  'stream.shown',
  'clip.removed',
  'report.dismissed',
  'report.removed',
  'report.warned',
  'report.suspended',
  'report.banned',
  'appeal.lifted',
  'appeal.upheld',
  'page.edited',
  'page.restored',
  'message.handled',
  'message.reopened',
  'settings.changed',
  'settings.logo_set',
  'settings.logo_removed',
  'invitation.created',
  'invitation.deleted',
  'list.exported',
  'payment_provider.keys_set',
  'payment_provider.keys_removed',
  'payment_provider.event_replayed',
  'charge.crypto_refund_confirmed',
  'payout.completed',
  'payout.failed',
  'charge.refunded',
  'refund.closed',
  'dispute.evidence_submitted',
  'reconciliation.started',
  'chat.message_deleted',
  'chat.cleared',
  'chat.message_pinned',
  'chat.message_unpinned',
  'chat.poll_started',
  'chat.poll_ended',
  'chat.message_released',
  'chat.message_refused',
  'chat.user_banned',
  'chat.user_unbanned',
  'chat.appeal_lifted',
  'chat.appeal_upheld',
  'chat.moderator_added',
  'chat.moderator_changed',
  'chat.moderator_removed',
  'chat.vip_added',
  'chat.vip_removed',
  'chat.settings_changed',
  'chat.raid_started',
  'chat.raid_departed',
  'chat.raid_canceled',
  'comment.deleted',
  'comment.released',
  'comment.refused',
  'emote.approved',
  'emote.rejected',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_SUBJECTS = [
  'user',
  'stream',
  'clip',
  'report',
  'page',
  'message',
  'settings',
  'invitation',
  'list',
  'payment_provider',
  'charge',
  'payout',
  'dispute',
  'reconciliation',
] as const;
export type AuditSubjectKind = (typeof AUDIT_SUBJECTS)[number];

export const auditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Null for the operator's command line. */
  actor: z
    .object({ id: userId, username: z.string().nullable().describe('Null if the account was deleted') })
    .nullable(),
  action: z.string(),
  subject: z.object({
    kind: z.string(),
    id: z.string(),
    label: z.string().nullable().describe('Its current name; null if it was deleted'),
  }),
  details: z.record(z.string(), z.unknown()).describe('`reason`, `before`, `after`'),
  requestId: z.string().nullable(),
  addressHash: z
    .string()
    .nullable()
    .describe('Hash of the IP address, equal for actions from the same address'),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const AUDIT_PAGE_SIZE = 50;

/** The parts of the log that a list can show. */
export const AUDIT_SCOPES = ['instance', 'chats', 'all'] as const;
export type AuditScope = (typeof AUDIT_SCOPES)[number];

/** The name of the operator's command line where a username is expected. No username starts with `_`. */
export const COMMAND_LINE_ACTOR = '_command-line';

export const auditFilter = z.object({
  actor: z.string().max(64).optional().describe(`A username, or \`${COMMAND_LINE_ACTOR}\``),
  action: z.enum(AUDIT_ACTIONS).optional(),
  kind: z.enum(AUDIT_SUBJECTS).optional(),
  scope: z
    .enum(AUDIT_SCOPES)
    .optional()
    .describe(
      '`instance`, the default: all but what streamers and moderators do in their own chats; `chats`: that alone; `all`: both',
    ),
  subject: z.string().max(200).optional().describe('With `kind`: an id, a username or the slug of a page'),
  since: z.iso.date().optional(),
  until: z.iso.date().optional().describe('Inclusive, in UTC'),
});
export type AuditFilter = z.infer<typeof auditFilter>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  tag: 'admin',
  summary: `List audit log entries, newest first, ${AUDIT_PAGE_SIZE} per page`,
  access: 'admin',
  query: auditFilter.extend(pageQuery.shape),
  response: pageOf(auditEntry),
});

export const exportAudit = endpoint({
  ...csvExport,
  path: '/api/admin/audit.csv',
  tag: 'admin',
  summary: 'Export audit log entries as CSV',
  access: 'admin',
  query: auditFilter,
});
