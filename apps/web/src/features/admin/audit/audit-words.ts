/** The wording of the audit log. */
import type { AuditAction, AuditEntry } from '@tributary/contracts/instance';
import { t } from '@/lib/messages/t.ts';

export const ACTION_LABELS: Readonly<Record<AuditAction, string>> = {
  'user.created': t('admin.action.userCreated'),
  'user.role_granted': t('admin.action.roleGranted'),
  'user.role_taken': t('admin.action.roleTaken'),
  'user.banned': t('admin.action.banned'),
  'user.unbanned': t('admin.action.unbanned'),
  'user.sessions_ended': t('admin.action.sessionsEnded'),
  'user.password_reset': t('admin.action.passwordReset'),
  'user.reset_mailed': t('admin.action.resetMailed'),
  'user.reset_link_made': t('admin.action.resetLinkMade'),
  'user.second_factor_removed': t('admin.action.secondFactorRemoved'),
  'user.address_confirmed': t('admin.action.addressConfirmed'),
  'user.key_rotated': t('admin.action.keyRotated'),
  'user.badge_taken': t('admin.action.badgeTaken'),
  'verification.approved': t('admin.action.verified'),
  'verification.rejected': t('admin.action.verificationRejected'),
  'stream.stopped': t('admin.action.streamStopped'),
  'stream.hidden': t('admin.action.streamHidden'),
  'stream.shown': t('admin.action.streamShown'),
  'clip.removed': t('admin.action.clipRemoved'),
  'report.dismissed': t('admin.action.reportDismissed'),
  'report.removed': t('admin.action.reportRemoved'),
  'report.warned': t('admin.action.reportWarned'),
  'report.suspended': t('admin.action.reportSuspended'),
  'report.banned': t('admin.action.reportBanned'),
  'appeal.lifted': t('admin.action.appealLifted'),
  'appeal.upheld': t('admin.action.appealUpheld'),
  'page.edited': t('admin.action.pageEdited'),
  'page.restored': t('admin.action.pageRestored'),
  'message.handled': t('admin.action.messageHandled'),
  'message.reopened': t('admin.action.messageReopened'),
  'settings.changed': t('admin.action.settingsChanged'),
  'settings.logo_set': t('admin.action.logoSet'),
  'settings.logo_removed': t('admin.action.logoRemoved'),
  'invitation.created': t('admin.action.invitationCreated'),
  'invitation.deleted': t('admin.action.invitationDeleted'),
  'list.exported': t('admin.action.listExported'),
  'payment_provider.keys_set': t('admin.action.keysSet'),
  'payment_provider.keys_removed': t('admin.action.keysRemoved'),
  'payment_provider.event_replayed': t('admin.action.eventReplayed'),
  'charge.crypto_refund_confirmed': t('admin.action.cryptoRefundConfirmed'),
  'payout.completed': t('admin.action.payoutCompleted'),
  'payout.failed': t('admin.action.payoutFailed'),
  'charge.refunded': t('admin.action.chargeRefunded'),
  'refund.closed': t('admin.action.refundClosed'),
  'dispute.evidence_submitted': t('admin.action.evidenceSubmitted'),
  'reconciliation.started': t('admin.action.reconciled'),
  'chat.message_deleted': t('admin.action.chatMessageDeleted'),
  'chat.cleared': t('admin.action.chatCleared'),
  'chat.message_pinned': t('admin.action.chatPinned'),
  'chat.message_unpinned': t('admin.action.chatUnpinned'),
  'chat.poll_started': t('admin.action.pollStarted'),
  'chat.poll_ended': t('admin.action.pollEnded'),
  'chat.message_released': t('admin.action.messageReleased'),
  'chat.message_refused': t('admin.action.messageRefused'),
  'comment.deleted': t('admin.action.commentDeleted'),
  'comment.released': t('admin.action.commentReleased'),
  'comment.refused': t('admin.action.commentRefused'),
  'chat.user_banned': t('admin.action.chatBanned'),
  'chat.user_unbanned': t('admin.action.chatUnbanned'),
  'chat.appeal_lifted': t('admin.action.chatAppealLifted'),
  'chat.appeal_upheld': t('admin.action.chatAppealUpheld'),
  'chat.moderator_added': t('admin.action.moderatorAdded'),
  'chat.moderator_changed': t('admin.action.moderatorChanged'),
  'chat.moderator_removed': t('admin.action.moderatorRemoved'),
  'chat.vip_added': t('admin.action.vipAdded'),
  'chat.vip_removed': t('admin.action.vipRemoved'),
  'chat.settings_changed': t('admin.action.chatSettingsChanged'),
  'chat.raid_started': t('admin.action.raidStarted'),
  'chat.raid_departed': t('admin.action.raidDeparted'),
  'chat.raid_canceled': t('admin.action.raidCanceled'),
  'emote.approved': t('admin.action.emoteApproved'),
  'emote.rejected': t('admin.action.emoteRejected'),
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
  if (typeof value === 'boolean') return t(value ? 'admin.audit.on' : 'admin.audit.off');
  return value === '' || value === null || value === undefined ? t('admin.audit.nothing') : String(value);
}
