import type { ModerationAct, ModerationLog } from '@tributary/contracts/moderation';
import { dateFormat } from '@tributary/messages/format';
import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { formatCount } from '@/lib/format/numbers.ts';
import { REASON_LABELS } from '@/lib/labels/report-reasons.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';

const ACT_LABELS: Readonly<Record<ModerationAct, string>> = {
  dismissed: t('moderation.log.dismissed'),
  removed: t('moderation.log.removed'),
  stopped: t('moderation.log.stopped'),
  warned: t('moderation.log.warned'),
  suspended: t('moderation.log.suspended'),
  banned: t('moderation.log.banned'),
  appeal_lifted: t('moderation.log.appealLifted'),
  appeal_upheld: t('moderation.log.appealUpheld'),
  message_deleted: t('moderation.log.messageDeleted'),
  message_released: t('moderation.log.messageReleased'),
  message_refused: t('moderation.log.messageRefused'),
  comment_deleted: t('moderation.log.commentDeleted'),
  comment_released: t('moderation.log.commentReleased'),
  comment_refused: t('moderation.log.commentRefused'),
  chat_banned: t('moderation.log.chatBanned'),
  chat_cleared: t('moderation.log.chatCleared'),
  chat_appeal_lifted: t('moderation.log.chatAppealLifted'),
  chat_appeal_upheld: t('moderation.log.chatAppealUpheld'),
};

/** The number of actions of admins and moderators by month and rule. */
export function ModerationLogPage({ rulesLink }: { rulesLink: (words: ReactNode) => ReactNode }) {
  const { data, error, refetch } = useApi('GET /api/moderation-log');
  if (error && !data) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 max-w-2xl rounded-media" />;
  if (data.months.length === 0) {
    return (
      <EmptyState icon={ScrollText} title={t('moderation.log.none')}>
        {t('moderation.log.noneLead')}
      </EmptyState>
    );
  }
  return (
    <>
      <p className="max-w-[68ch] text-muted">
        <Text k="moderation.log.lead" values={{ rules: rulesLink }} />
      </p>
      {data.months.map((month) => (
        <Month key={month.month} {...month} />
      ))}
    </>
  );
}

const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

function Month({ month, acts }: ModerationLog['months'][number]) {
  const name = dateFormat(locale(), MONTH).format(new Date(`${month}-01T00:00:00Z`));
  return (
    <Section title={name}>
      <table className="w-full max-w-2xl text-sm">
        <caption className="sr-only">{t('moderation.log.caption', { month: name })}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-2 text-start font-medium">
              {t('moderation.log.act')}
            </th>
            <th scope="col" className="py-2 text-start font-medium">
              {t('moderation.log.rule')}
            </th>
            <th scope="col" className="py-2 text-end font-medium">
              {t('moderation.log.number')}
            </th>
          </tr>
        </thead>
        <tbody>
          {acts.map(({ act, reason, count }) => (
            <tr key={`${act} ${reason}`} className="border-line border-t">
              <th scope="row" className="py-2.5 pe-3 text-start font-medium">
                {ACT_LABELS[act]}
              </th>
              <td className="py-2.5 pe-3">{reason ? REASON_LABELS[reason] : ''}</td>
              <td className="whitespace-nowrap py-2.5 text-end tabular-nums">
                {count === null ? t('moderation.log.few') : formatCount(count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
