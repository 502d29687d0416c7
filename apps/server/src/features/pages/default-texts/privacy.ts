import { VIEWER_SAMPLES_KEPT_DAYS } from '@tributary/contracts/live';
import { METRICS_KEPT_DAYS } from '@tributary/contracts/metrics';
import { REPORTS_KEPT_DAYS } from '@tributary/contracts/moderation';
import { NOTIFICATIONS_KEPT_DAYS, READ_NOTIFICATIONS_KEPT_DAYS } from '@tributary/contracts/notifications';
import { RECEIPT_EMAIL_DAYS } from '@tributary/contracts/payments';
import { DELETED_RECORDING_DAYS } from '@tributary/contracts/recordings';
import type { Language } from '@tributary/messages/languages';
import { textIn } from '#platform/messages/index.ts';
import { daysIn, type InstanceFacts, paragraphs } from './facts.ts';

/**
 * Covers features that the instance has turned off, too, such as payments: data that was stored before is still there.
 */
export function privacy(
  { name, sendsMail, p2p, mirrors, settings }: InstanceFacts,
  language: Language,
): string {
  const days = (count: number) => daysIn(language, count);
  const kept = (limit: number) => ({ retention: limit === 0 ? 'none' : 'limited', days: days(limit) });
  const visitors = lines(
    textIn(language, 'page.privacy.watching', {
      name,
      samplesDays: days(VIEWER_SAMPLES_KEPT_DAYS),
      metricsDays: days(METRICS_KEPT_DAYS),
      receiptDays: days(RECEIPT_EMAIL_DAYS),
    }),
    p2p === 'relay' && textIn(language, 'page.privacy.peersRelayed'),
    (p2p === 'ask' || p2p === 'on') && textIn(language, 'page.privacy.peers', { consent: p2p }),
    mirrors.length > 0 &&
      textIn(language, 'page.privacy.mirrors', {
        mirrors: mirrors.map((url) => new URL(url).host).join(', '),
      }),
  );
  const accounts = lines(
    textIn(language, 'page.privacy.account'),
    textIn(language, 'page.privacy.recordings', {
      deletedDays: days(DELETED_RECORDING_DAYS),
      ...kept(settings.recordingRetentionDays),
    }),
    textIn(language, 'page.privacy.clips'),
    textIn(language, 'page.privacy.chat', {
      previews: settings.linkPreviews ? 'on' : 'off',
      ...kept(settings.chatRetentionDays),
    }),
    textIn(language, 'page.privacy.community', {
      reportsDays: days(REPORTS_KEPT_DAYS),
      readDays: days(READ_NOTIFICATIONS_KEPT_DAYS),
      unreadDays: days(NOTIFICATIONS_KEPT_DAYS),
    }),
    textIn(language, 'page.privacy.payments'),
    textIn(language, 'page.privacy.cookies'),
  );
  return paragraphs(
    visitors,
    accounts,
    textIn(language, 'page.privacy.requests', { name, mail: sendsMail ? 'sent' : 'none' }),
  );
}

/** Joins parts of one list. */
const lines = (...all: readonly (string | false)[]): string => all.filter((one) => one !== false).join('\n');
