import type { ReportKind, ReportOutcome } from '@tributary/contracts/moderation';

export const KIND_LABELS: Readonly<Record<ReportKind, string>> = {
  profile: 'Profile',
  stream: 'Stream',
  clip: 'Clip',
  message: 'Chat message',
  event: 'Event',
  donation: 'Donation',
};

export const OUTCOME_LABELS: Readonly<Record<ReportOutcome, string>> = {
  dismissed: 'Dismissed',
  removed: 'Removed',
  warned: 'Warned',
  suspended: 'Suspended',
  banned: 'Banned',
};

/** The effects of removing content, by kind. Events can’t be removed. */
export const REMOVAL_EFFECTS: Readonly<Record<Exclude<ReportKind, 'event'>, string>> = {
  profile: 'Their bio and avatar are deleted.',
  stream: 'The stream and its recording are hidden.',
  clip: 'The clip is deleted.',
  message: 'The message is deleted.',
  donation: 'The message of the donation is deleted.',
};
