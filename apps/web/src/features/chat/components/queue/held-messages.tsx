import type { ChatMatch, HeldMessage, HeldOutcome } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { call } from '@/lib/api/client.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Ago } from '@/ui/time.tsx';
import type { ChatQueue } from '../../api/moderation.ts';
import { ReplyContext } from '../messages/reply-context.tsx';
import { DecisionButtons } from './decision-buttons.tsx';

const MATCHES: Readonly<Record<ChatMatch, string>> = {
  blocked_word: t('chat.match.word'),
  links: t('chat.match.link'),
  caps: t('chat.match.caps'),
  repetition: t('chat.match.repetition'),
};

interface HeldMessagesProps {
  channelId: UserId;
  queue: ChatQueue;
}

/** Messages that filters hold until a moderator releases or refuses them, oldest first. */
export function HeldMessages({ channelId, queue: { held, heldCount } }: HeldMessagesProps) {
  if (held.length === 0) {
    return <p className="text-muted text-sm">{t('chat.queue.none')}</p>;
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {held.map((message) => (
          <HeldRow key={message.id} channelId={channelId} message={message} />
        ))}
      </ul>
      {heldCount > held.length && (
        <p className="pt-2 text-muted text-sm">{t('chat.queue.more', { count: heldCount - held.length })}</p>
      )}
    </>
  );
}

function HeldRow({ channelId, message }: { channelId: UserId; message: HeldMessage }) {
  const { id, author, text, replyTo, matched, heldAt } = message;
  const decide = useApiMutation(
    (outcome: HeldOutcome) =>
      call('PUT /api/chats/:channelId/held/:id/decision', { params: { channelId, id }, body: { outcome } }),
    { failure: t('chat.act.failed') },
  );
  const name = author.displayName || author.username;
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      {replyTo && <ReplyContext reply={replyTo} />}
      <p className="text-sm [overflow-wrap:anywhere]">
        <bdi className="font-semibold">{name}</bdi>
        <span className="text-muted">: </span>
        <bdi>{text}</bdi>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-xs">
          {MATCHES[matched]} · <Ago at={heldAt} />
        </p>
        <DecisionButtons
          busy={decide.isPending}
          refuseName={t('chat.queue.refuseMessage', { name })}
          onRefuse={() => decide.mutate('refused')}
          grant={t('chat.queue.release')}
          grantName={t('chat.queue.releaseMessage', { name })}
          onGrant={() => decide.mutate('released')}
        />
      </div>
    </li>
  );
}
