/** Choices and limits without schemas. */

/** The rules that a report can name. */
export const REPORT_REASONS = [
  'spam',
  'harassment',
  'hate',
  'sexual_content',
  'violence',
  'copyright',
  'impersonation',
  'other',
] as const;

export const REPORT_KINDS = ['profile', 'stream', 'clip', 'message', 'comment', 'event', 'donation'] as const;

/** removed: the content was deleted or hidden. suspended: banned for some days. banned: until an admin lifts it. */
export const REPORT_OUTCOMES = ['dismissed', 'removed', 'warned', 'suspended', 'banned'] as const;

export const REPORT_STATES = ['open', 'decided', 'all'] as const;

export const REPORT_DETAILS_MAX = 500;
/** A form that was open for longer counts as opened this long ago. */
export const REPORT_AGO_MAX_MS = 3_600_000;
