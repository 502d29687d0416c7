import type { ChatPersonHistory } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { useState } from 'react';
import { formatMoment } from '@/lib/dates.ts';
import { messageOf } from '@/lib/query.ts';
import { useApi } from '@/lib/use-api.ts';
import { Spinner } from '@/ui/feedback/loading.tsx';
import { Ago } from '@/ui/time.tsx';

interface PersonHistoryProps {
  channelId: UserId;
  userId: UserId;
}

/**
 * A person's latest messages in the channel and the moderators' decisions about them, for moderators. Read when it is
 * opened.
 */
export function PersonHistory(props: PersonHistoryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer font-semibold">Messages and moderation</summary>
      {isOpen && <History {...props} />}
    </details>
  );
}

function History({ channelId, userId }: PersonHistoryProps) {
  const { data, error } = useApi(
    'GET /api/chats/:channelId/history/:userId',
    { params: { channelId, userId } },
    // Moderators see the entries that their own decisions add.
    { staleTime: 0 },
  );
  if (!data) {
    return error ? <p role="alert">{messageOf(error)}</p> : <Spinner label="Loading history" />;
  }
  const { messages, acts } = data;
  return (
    <div className="flex flex-col gap-3 pt-2">
      <ul aria-label="Moderation" className="flex flex-col gap-1">
        {acts.map((act) => (
          <li key={act.id} className="[overflow-wrap:anywhere]">
            {sentenceOf(act)}{' '}
            <span className="text-muted text-xs">
              · <Ago at={act.at} />
            </span>
          </li>
        ))}
        {acts.length === 0 && <li className="text-muted">Never banned from this chat.</li>}
      </ul>
      <ul aria-label="Messages" className="flex flex-col gap-1">
        {messages.map(({ streamId, number, text, sentAt }) => (
          <li key={`${streamId} ${number}`} className="[overflow-wrap:anywhere]">
            {text === null ? <span className="text-faint italic">Message deleted</span> : <bdi>{text}</bdi>}{' '}
            <span className="text-muted text-xs">
              · <Ago at={sentAt} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Such as `Banned until Jan 3, 2:00 PM by @ada. Reason: Spam`. */
function sentenceOf({ act, by, reason, until }: ChatPersonHistory['acts'][number]): string {
  const what = {
    banned: until === null ? 'Banned permanently' : `Banned until ${formatMoment(until)}`,
    unbanned: 'Ban lifted',
    appeal_lifted: 'Appeal granted',
    appeal_upheld: 'Appeal refused',
  }[act];
  return `${what}${by === null ? '' : ` by @${by}`}.${reason === '' ? '' : ` Reason: ${reason}`}`;
}
