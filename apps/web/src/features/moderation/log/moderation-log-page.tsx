import type { ModerationAct, ModerationLog } from '@tributary/contracts/moderation';
import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '@/lib/format.ts';
import { messageOf } from '@/lib/query.ts';
import { REASON_LABELS } from '@/lib/report-reasons.ts';
import { useApi } from '@/lib/use-api.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';

const ACT_LABELS: Readonly<Record<ModerationAct, string>> = {
  dismissed: 'Report dismissed',
  removed: 'Content removed or hidden',
  stopped: 'Live stream ended',
  warned: 'Person warned',
  suspended: 'Account suspended',
  banned: 'Account banned',
  appeal_lifted: 'Ban lifted after an appeal',
  appeal_upheld: 'Ban upheld after an appeal',
  message_deleted: 'Chat message deleted by a moderator',
  message_released: 'Held chat message released by a moderator',
  message_refused: 'Held chat message refused by a moderator',
  chat_banned: 'Person banned from a chat',
  chat_cleared: 'Chat cleared',
  chat_appeal_lifted: 'Ban from a chat lifted after an appeal',
  chat_appeal_upheld: 'Ban from a chat upheld after an appeal',
};

/** The number of actions of admins and moderators by month and rule. */
export function ModerationLogPage({ rulesLink }: { rulesLink: (words: string) => ReactNode }) {
  const { data, error, refetch } = useApi('GET /api/moderation-log');
  if (error && !data) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 max-w-2xl rounded-media" />;
  if (data.months.length === 0) {
    return (
      <EmptyState icon={ScrollText} title="Nothing yet">
        When admins act on a report or a ban, it is counted here.
      </EmptyState>
    );
  }
  return (
    <>
      <p className="max-w-[68ch] text-muted">
        What admins and chat moderators did in the last 12 months, and which of the {rulesLink('rules')} was
        broken. Nobody is named, and small numbers are not given, since they could tell whom they are about.
      </p>
      {data.months.map((month) => (
        <Month key={month.month} {...month} />
      ))}
    </>
  );
}

const NAMES = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function Month({ month, acts }: ModerationLog['months'][number]) {
  const name = NAMES.format(new Date(`${month}-01T00:00:00Z`));
  return (
    <Section title={name}>
      <table className="w-full max-w-2xl text-sm">
        <caption className="sr-only">Acts of moderation in {name}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-2 text-start font-medium">
              Act
            </th>
            <th scope="col" className="py-2 text-start font-medium">
              Rule
            </th>
            <th scope="col" className="py-2 text-end font-medium">
              Number
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
                {count === null ? 'Fewer than 5' : formatCount(count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
