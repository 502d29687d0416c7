import type { ReportKind, ReportOutcome } from '@tributary/contracts/moderation';
import { t } from '@/lib/messages/t.ts';

export const KIND_LABELS: Readonly<Record<ReportKind, string>> = {
  profile: t('moderation.kind.profile'),
  stream: t('moderation.kind.stream'),
  clip: t('moderation.kind.clip'),
  message: t('moderation.kind.message'),
  comment: t('moderation.kind.comment'),
  event: t('moderation.kind.event'),
  donation: t('moderation.kind.donation'),
};

export const OUTCOME_LABELS: Readonly<Record<ReportOutcome, string>> = {
  dismissed: t('moderation.outcome.dismissed'),
  removed: t('moderation.outcome.removed'),
  warned: t('moderation.outcome.warned'),
  suspended: t('moderation.outcome.suspended'),
  banned: t('moderation.outcome.banned'),
};

/** The effects of removing content, by kind. Events can’t be removed. */
export const REMOVAL_EFFECTS: Readonly<Record<Exclude<ReportKind, 'event'>, string>> = {
  profile: t('moderation.removal.profile'),
  stream: t('moderation.removal.stream'),
  clip: t('moderation.removal.clip'),
  message: t('moderation.removal.message'),
  comment: t('moderation.removal.comment'),
  donation: t('moderation.removal.donation'),
};
