/** Notifications of admins' decisions. */
import type { ReportOutcome } from '@tributary/contracts/moderation';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { appeals } from '#features/chat/index.ts';
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
    title: `An admin ended “${title}”`,
    message: reason,
    href: CONTACT,
  }),
});

export const streamHidden = defineNotification({
  type: 'stream_hidden',
  preference: otherUpdates,
  text: ({ title, reason }: Decided) => ({
    title: `An admin hid “${title}”`,
    message: reason,
    href: CONTACT,
  }),
});

export const streamShown = defineNotification({
  type: 'stream_shown',
  preference: otherUpdates,
  text: ({ id, title }: { readonly id: StreamId; readonly title: string }) => ({
    title: `“${title}” is visible again`,
    message: 'An admin restored it.',
    href: `/stream/${id}`,
  }),
});

export const contentRemoved = defineNotification({
  type: 'content_removed',
  preference: otherUpdates,
  text: ({ title, reason }: Decided) => ({
    title: `An admin removed “${title}”`,
    message: reason,
    href: RULES,
  }),
});

export const warned = defineNotification({
  type: 'warning',
  preference: otherUpdates,
  text: (message: string) => ({ title: 'An admin warns you', message, href: RULES }),
});

const TO_REPORTERS: Readonly<Record<ReportOutcome, string>> = {
  dismissed: 'An admin looked at it and found that it does not break the rules.',
  removed: 'An admin removed what you reported.',
  warned: 'An admin warned the person.',
  suspended: 'An admin suspended the account.',
  banned: 'An admin banned the account.',
};

export const reportReviewed = defineNotification({
  type: 'report_reviewed',
  preference: otherUpdates,
  text: (outcome: ReportOutcome) => ({
    title: 'Your report was reviewed',
    message: TO_REPORTERS[outcome],
    href: RULES,
  }),
});

export const banLifted = defineNotification({
  type: 'ban_lifted',
  preference: appeals,
  text: (reply: string) => ({ title: 'Your ban was lifted', message: reply, href: RULES }),
});

export const verificationDecided = defineNotification({
  type: 'verification_decided',
  preference: otherUpdates,
  text: ({ isApproved, notes }: { readonly isApproved: boolean; readonly notes: string }) => ({
    title: isApproved ? 'Your channel is verified' : 'Your verification request was rejected',
    message: notes || 'The verified badge now appears next to your name.',
    href: CHANNEL_PROFILE,
  }),
});

export const badgeRemoved = defineNotification({
  type: 'badge_removed',
  preference: otherUpdates,
  text: (reason: string) => ({
    title: 'Your channel is no longer verified',
    message: reason,
    href: CHANNEL_PROFILE,
  }),
});

const ADVICE =
  'If this was not agreed, remove the role, sign both accounts out everywhere and change their passwords.';

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
    title: `@${granted.username} is now an admin`,
    message:
      granted.grantor === undefined
        ? `The role was granted on the command line of the server. ${ADVICE}`
        : `@${granted.grantor} granted the role. ${ADVICE}`,
    href: `/dashboard/admin/users/${granted.id}`,
  }),
});
