/** The wording of the audit log. */
import type { AuditAction, AuditEntry } from '@tributary/contracts/instance';

export const ACTION_LABELS: Readonly<Record<AuditAction, string>> = {
  'user.created': 'Created an account',
  'user.role_granted': 'Granted a role',
  'user.role_taken': 'Removed a role',
  'user.banned': 'Banned',
  'user.unbanned': 'Lifted a ban',
  'user.sessions_ended': 'Signed out everywhere',
  'user.password_reset': 'Reset a password',
  'user.address_confirmed': 'Confirmed an email address',
  'user.key_rotated': 'Replaced a stream key',
  'user.badge_taken': 'Removed the verified badge',
  'verification.approved': 'Verified',
  'verification.rejected': 'Rejected verification',
  'stream.stopped': 'Ended a stream',
  'stream.hidden': 'Hid a stream',
  'stream.shown': 'Unhid a stream',
  'clip.removed': 'Deleted a clip',
  'report.dismissed': 'Dismissed a report',
  'report.removed': 'Removed reported content',
  'report.warned': 'Warned after a report',
  'report.suspended': 'Suspended after a report',
  'report.banned': 'Banned after a report',
  'appeal.lifted': 'Lifted a ban after an appeal',
  'appeal.upheld': 'Upheld a ban after an appeal',
  'page.edited': 'Edited a page',
  'page.restored': 'Restored a page',
  'message.handled': 'Handled a message',
  'message.reopened': 'Reopened a message',
  'settings.changed': 'Changed settings',
  'list.exported': 'Exported a list',
  'payment_provider.keys_set': 'Set the keys of a payment provider',
  'payment_provider.keys_removed': 'Removed the keys of a payment provider',
  'payment_provider.event_replayed': 'Processed a webhook again',
  'charge.crypto_refund_confirmed': 'Confirmed a crypto refund',
  'payout.completed': 'Marked a payout as paid',
  'payout.failed': 'Marked a payout as failed',
  'charge.refunded': 'Refunded a charge',
  'refund.closed': 'Closed a refund that can’t be sent',
  'dispute.evidence_submitted': 'Sent evidence in a dispute',
  'reconciliation.started': 'Compared a payment provider with the ledger',
  'chat.message_deleted': 'Deleted a chat message',
  'chat.cleared': 'Deleted all messages of a chat',
  'chat.message_pinned': 'Pinned a chat message',
  'chat.message_unpinned': 'Unpinned a chat message',
  'chat.poll_started': 'Started a poll in a chat',
  'chat.poll_ended': 'Ended a poll in a chat',
  'chat.message_released': 'Released a held chat message',
  'chat.message_refused': 'Refused a held chat message',
  'chat.user_banned': 'Banned from a chat',
  'chat.user_unbanned': 'Lifted a ban from a chat',
  'chat.appeal_lifted': 'Lifted a ban from a chat after an appeal',
  'chat.appeal_upheld': 'Upheld a ban from a chat after an appeal',
  'chat.moderator_added': 'Made somebody a chat moderator',
  'chat.moderator_changed': 'Changed what a chat moderator may do',
  'chat.moderator_removed': 'Removed a chat moderator',
  'chat.vip_added': 'Made somebody a VIP of a chat',
  'chat.vip_removed': 'Removed a VIP of a chat',
  'chat.settings_changed': 'Changed the settings of a chat',
  'chat.raid_started': 'Started a raid',
  'chat.raid_departed': 'Let a raid depart at once',
  'chat.raid_canceled': 'Canceled a raid',
  'emote.approved': 'Approved an emote',
  'emote.rejected': 'Rejected or removed an emote',
};

const words = new Map<string, string>(Object.entries(ACTION_LABELS));

/** An action unknown to this version is shown by its code. */
export const actionLabel = (action: string): string => words.get(action) ?? action;

/** The reason of an action, and what it changed. */
export function detailLines({ details }: Pick<AuditEntry, 'details'>): string[] {
  const { reason, before, after } = details;
  const lines = typeof reason === 'string' && reason !== '' ? [reason] : [];
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (name in old && name in now) lines.push(`${name}: ${show(old[name])} → ${show(now[name])}`);
    else if (now[name] ?? old[name]) lines.push(`${name}: ${show(now[name] ?? old[name])}`);
  }
  return lines;
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function show(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === '' || value === null || value === undefined ? 'nothing' : String(value);
}
