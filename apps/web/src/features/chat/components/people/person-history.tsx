import type { ChatPersonHistory } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { formatMoment } from '@/lib/format/dates.ts';
import { t } from '@/lib/messages/t.ts';
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
      <summary className="min-h-6 cursor-pointer font-semibold">{t('chat.person.history')}</summary>
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
    return error ? (
      <p role="alert">{messageOf(error)}</p>
    ) : (
      <Spinner label={t('chat.person.loadingHistory')} />
    );
  }
  const { messages, acts } = data;
  return (
    <div className="flex flex-col gap-3 pt-2">
      <ul aria-label={t('chat.person.moderation')} className="flex flex-col gap-1">
        {acts.map((act) => (
          <li key={act.id} className="[overflow-wrap:anywhere]">
            {sentenceOf(act)}{' '}
            <span className="text-muted text-xs">
              · <Ago at={act.at} />
            </span>
          </li>
        ))}
        {acts.length === 0 && <li className="text-muted">{t('chat.person.neverBanned')}</li>}
      </ul>
      <ul aria-label={t('chat.person.messages')} className="flex flex-col gap-1">
        {messages.map(({ streamId, number, text, sentAt }) => (
          <li key={`${streamId} ${number}`} className="[overflow-wrap:anywhere]">
            {text === null ? (
              <span className="text-faint italic">{t('chat.message.deleted')}</span>
            ) : (
              <bdi>{text}</bdi>
            )}{' '}
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
  const moderator = { known: by === null ? 'no' : 'yes', by: by ?? '' };
  const sentence = {
    banned:
      until === null
        ? t('chat.history.banned', moderator)
        : t('chat.history.bannedUntil', { ...moderator, time: formatMoment(until) }),
    unbanned: t('chat.history.unbanned', moderator),
    appeal_lifted: t('chat.history.appealLifted', moderator),
    appeal_upheld: t('chat.history.appealUpheld', moderator),
  }[act];
  return reason === '' ? sentence : t('chat.ban.withReason', { sentence, reason });
}
