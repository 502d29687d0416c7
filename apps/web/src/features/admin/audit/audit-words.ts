/** The wording of the audit log. */
import type { AuditAction, AuditEntry, AuditSubjectKind } from '@tributary/contracts/instance';
import { formatMoment } from '@/lib/format/dates.ts';
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

export const SUBJECT_LABELS: Readonly<Record<AuditSubjectKind, string>> = {
  user: t('admin.subject.user'),
  stream: t('admin.subject.stream'),
  clip: t('admin.subject.clip'),
  report: t('admin.page.report'),
  page: t('admin.subject.page'),
  message: t('pages.message'),
  settings: t('admin.page.settings'),
  invitation: t('admin.subject.invitation'),
  list: t('admin.subject.list'),
  payment_provider: t('admin.subject.provider'),
  charge: t('admin.page.charge'),
  payout: t('admin.subject.payout'),
  dispute: t('admin.subject.dispute'),
  reconciliation: t('admin.page.reconciliation'),
};

/** The names of what changed, where the code's own name would be no help. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  name: t('identity.passkeys.name'),
  accent: t('admin.branding.accent'),
  defaultTheme: t('admin.branding.theme'),
  frontPage: t('admin.branding.frontPage'),
  languages: t('admin.branding.languages'),
  registration: t('admin.overview.newAccounts'),
  tagline: t('admin.settings.tagline'),
  announcement: t('admin.settings.announcement'),
  adminsNeedSecondFactor: t('admin.settings.secondFactor'),
  currency: t('admin.settings.currency'),
  platformFeeBasisPoints: t('admin.settings.fee'),
  payoutMinimumCents: t('admin.settings.payout'),
  receiptIssuer: t('admin.settings.receipts'),
  recordingsEnabled: t('admin.settings.record'),
  recordingRetentionDays: t('admin.settings.recordingDays'),
  recordingQuotaGib: t('admin.settings.quota'),
  chatRetentionDays: t('admin.settings.chatDays'),
  chatBlockedWords: t('admin.settings.blockedWords'),
  emotesNeedReview: t('admin.settings.reviewEmotes'),
  linkPreviews: t('admin.settings.linkPreviews'),
  uploadMaxGib: t('admin.settings.uploadMax'),
  transcodingHeights: t('admin.settings.quality'),
  transcodingCoresPerChannel: t('admin.settings.channelCores'),
  recordingRenditions: t('admin.settings.storedQualities'),
  role: t('admin.field.role'),
  until: t('admin.field.until'),
  note: t('admin.registration.note'),
  maxUses: t('admin.registration.uses'),
  days: t('admin.registration.days'),
};

/** Values that are stored in hundredths of what admins enter. */
const HUNDREDTHS = ['platformFeeBasisPoints', 'payoutMinimumCents'];

/** A moment as JSON has it. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:/;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

const words = new Map<string, string>(Object.entries(ACTION_LABELS));

/** An action unknown to this version is shown by its code. */
export const actionLabel = (action: string): string => words.get(action) ?? action;

/** The reason of an action, and what it changed. */
export function detailLines({ details }: Pick<AuditEntry, 'details'>): string[] {
  const { reason, before, after } = details;
  const lines = typeof reason === 'string' && reason !== '' ? [reason] : [];
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [before, after] = [old[name], now[name]];
    // Ids help no reader; the subject and its link say what an entry is about.
    if ([before, after].some((value) => typeof value === 'string' && UUID.test(value))) continue;
    const label = FIELD_LABELS[name] ?? name;
    const shown = (value: unknown) => show(HUNDREDTHS.includes(name) ? Number(value) / 100 : value);
    if (name in old && name in now) lines.push(`${label}: ${shown(before)} → ${shown(after)}`);
    else if (after ?? before) lines.push(`${label}: ${shown(after ?? before)}`);
  }
  return lines;
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function show(value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'admin.audit.on' : 'admin.audit.off');
  if (value === '' || value === null || value === undefined) return t('admin.audit.nothing');
  if (Array.isArray(value)) return value.length === 0 ? t('admin.audit.nothing') : value.map(show).join(', ');
  if (typeof value === 'object') {
    return Object.values(value).map(show).join(', ') || t('admin.audit.nothing');
  }
  if (typeof value === 'string' && MOMENT.test(value)) return formatMoment(value);
  return String(value);
}
