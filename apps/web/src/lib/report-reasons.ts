import type { ReportReason } from '@tributary/contracts/moderation';

/** The rules that reports can name, with their labels. */
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
