/** How the audit log reads. */
import type { AuditAction, AuditEntry } from '@tributary/contracts';

export const ACTION_WORDS: Readonly<Record<AuditAction, string>> = {
  'user.created': 'Created an account',
  'user.role_granted': 'Gave a role',
  'user.role_taken': 'Took a role',
  'user.banned': 'Banned',
  'user.unbanned': 'Lifted a ban',
  'user.sessions_ended': 'Signed out everywhere',
  'user.password_reset': 'Reset a password',
  'user.address_confirmed': 'Confirmed an address',
  'user.key_rotated': 'Replaced a stream key',
  'user.badge_taken': 'Took the badge',
  'verification.approved': 'Verified',
  'verification.rejected': 'Turned down a verification',
  'stream.stopped': 'Ended a stream',
  'stream.hidden': 'Hid a stream',
  'stream.shown': 'Showed a stream again',
  'page.edited': 'Edited a page',
  'page.restored': 'Restored a page',
  'message.handled': 'Handled a message',
  'message.reopened': 'Reopened a message',
  'settings.changed': 'Changed settings',
  'list.exported': 'Exported a list',
};

const words = new Map<string, string>(Object.entries(ACTION_WORDS));

/** An act of another version of the program goes by its code. */
export const actionWords = (action: string): string => words.get(action) ?? action;

/** What there is to say besides who, what and whom: the reason, and what changed. */
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
