/** Notifications of admins' decisions. */
import type { ReportOutcome } from '@tributary/contracts/moderation';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { appeals } from '#features/chat/index.ts';
import { type LocalizedText, localized } from '#platform/messages/index.ts';
import { defineNotification, otherUpdates } from '#platform/notifications/index.ts';

/** The page where creators can object. */
const CONTACT = '/contact';
const RULES = '/rules';
const CHANNEL_PROFILE = '/dashboard/streamer/profile';

interface Decided {
  /** The title of the stream, recording or clip. */
  readonly title: string;
  readonly reason: string;
}

export const streamEndedByAdmin = defineNotification({
  type: 'stream_ended_by_admin',
  preference: otherUpdates,
  text: ({ title, reason }: Decided) => ({
    title: localized('notice.streamEnded.title', { title }),
    message: reason,
    href: CONTACT,
  }),
});

export const streamHidden = defineNotification({
  type: 'stream_hidden',
  preference: otherUpdates,
  text: ({ title, reason }: Decided) => ({
    title: localized('notice.streamHidden.title', { title }),
    message: reason,
    href: CONTACT,
  }),
});

export const streamShown = defineNotification({
  type: 'stream_shown',
  preference: otherUpdates,
  text: ({ id, title }: { readonly id: StreamId; readonly title: string }) => ({
    title: localized('notice.streamShown.title', { title }),
    message: localized('notice.streamShown.message'),
    href: `/stream/${id}`,
  }),
});

export const contentRemoved = defineNotification({
  type: 'content_removed',
  preference: otherUpdates,
  text: ({ title, reason }: Decided) => ({
    title: localized('notice.contentRemoved.title', { title }),
    message: reason,
    href: RULES,
  }),
});

export const warned = defineNotification({
  type: 'warning',
  preference: otherUpdates,
  text: (message: string) => ({ title: localized('notice.warned.title'), message, href: RULES }),
});

const TO_REPORTERS: Readonly<Record<ReportOutcome, LocalizedText>> = {
  dismissed: localized('notice.report.dismissed'),
  removed: localized('notice.report.removed'),
  warned: localized('notice.report.warned'),
  suspended: localized('notice.report.suspended'),
  banned: localized('notice.report.banned'),
};

export const reportReviewed = defineNotification({
  type: 'report_reviewed',
  preference: otherUpdates,
  text: (outcome: ReportOutcome) => ({
    title: localized('notice.report.title'),
    message: TO_REPORTERS[outcome],
    href: RULES,
  }),
});

export const banLifted = defineNotification({
  type: 'ban_lifted',
  preference: appeals,
  text: (reply: string) => ({ title: localized('notice.banLifted.title'), message: reply, href: RULES }),
});

export const verificationDecided = defineNotification({
  type: 'verification_decided',
  preference: otherUpdates,
  text: ({ isApproved, notes }: { readonly isApproved: boolean; readonly notes: string }) => ({
    title: localized(isApproved ? 'notice.verified.title' : 'notice.verificationRejected.title'),
    message: notes || localized('notice.verified.message'),
    href: CHANNEL_PROFILE,
  }),
});

export const badgeRemoved = defineNotification({
  type: 'badge_removed',
  preference: otherUpdates,
  text: (reason: string) => ({
    title: localized('notice.badgeRemoved.title'),
    message: reason,
    href: CHANNEL_PROFILE,
  }),
});

/** Sent to every admin, so that no account becomes one through a stolen session unnoticed. */
export const newAdmin = defineNotification({
  type: 'new_admin',
  preference: null,
  text: (granted: {
    readonly id: UserId;
    readonly username: string;
    /** The username of the admin who granted the role; undefined on the command line. */
    readonly grantor: string | undefined;
  }) => ({
    title: localized('notice.newAdmin.title', { username: granted.username }),
    message:
      granted.grantor === undefined
        ? localized('notice.newAdmin.byCommand')
        : localized('notice.newAdmin.granted', { grantor: granted.grantor }),
    href: `/dashboard/admin/users/${granted.id}`,
  }),
});
