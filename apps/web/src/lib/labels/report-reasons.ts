import type { ReportReason } from '@tributary/contracts/moderation';
import { t } from '@/lib/messages/t.ts';

/** The rules that reports can name, with their labels. */
export const REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  spam: t('lib.report.spam'),
  harassment: t('lib.report.harassment'),
  hate: t('lib.report.hate'),
  sexual_content: t('lib.report.sexualContent'),
  violence: t('lib.report.violence'),
  copyright: t('lib.report.copyright'),
  impersonation: t('lib.report.impersonation'),
  other: t('lib.report.other'),
};
