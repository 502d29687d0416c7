import type { StreamId, UserId } from '@tributary/contracts/shared';
import { t } from '@/lib/messages/t.ts';
import { useReplay } from '../api/use-replay.ts';
import { MessageList } from './messages/message-list.tsx';

interface ReplayProps {
  streamId: StreamId;
  channelId: UserId;
  /** The wall time of the frame on the screen; null while nothing is played. */
  watchedAt: () => number | null;
}

/** The chat of a stream beside its recording, at the position of playback. */
export function Replay({ streamId, channelId, watchedAt }: ReplayProps) {
  const chat = useReplay(streamId, watchedAt);
  if (chat.isRefused) return <RefusedChat />;
  return (
    <MessageList
      streamId={streamId}
      channelId={channelId}
      chat={chat}
      self={null}
      empty={chat.isEmpty ? t('chat.list.nobody') : t('chat.replay.empty')}
    />
  );
}

/** The chat of a stream during a clip. */
export function ClipChat(props: ReplayProps) {
  return (
    <section
      aria-label={t('chat.chat')}
      className="flex h-full min-h-0 flex-col bg-surface-1 lg:rounded-media"
    >
      <header className="flex h-11 shrink-0 items-center px-4">
        <h2 className="text-base">{t('chat.chat')}</h2>
      </header>
      <Replay {...props} />
    </section>
  );
}

export function RefusedChat() {
  return <p className="m-auto px-6 text-center text-muted text-sm">{t('chat.replay.refused')}</p>;
}
