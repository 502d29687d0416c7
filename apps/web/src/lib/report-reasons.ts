import type { ReportReason } from '@tributary/contracts/moderation';

/** The rules that somebody can break, as people read them. */
export const REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam',
  harassment: 'Harassment',
  hate: 'Hate',
  sexual_content: 'Sexual content',
  violence: 'Violence',
  copyright: 'Copyright',
  impersonation: 'Impersonation',
  other: 'Something else',
};
