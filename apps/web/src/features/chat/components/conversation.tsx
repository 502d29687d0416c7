import type { StreamerSummary } from '@tributary/contracts/channels';
import { CHAT_POWERS, type ChatAuthor, type ChatModes, type ChatReply } from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import { useMemo, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { useConnectionState } from '@/lib/realtime/index.ts';
import { useSession } from '@/lib/session.ts';
import { useStanding } from '../api/moderation.ts';
import { useChat } from '../api/use-chat.ts';
import { useCommands } from '../api/use-commands.ts';
import { BanNotice } from '../appeals/ban-notice.tsx';
import type { ModeratorTool } from '../engine/composer/commands.ts';
import { authorsOf } from '../engine/composer/completion.ts';
import { modeWords } from '../engine/room/mode-words.ts';
import { MessageBox } from './composer/message-box.tsx';
import { Announcer } from './messages/announcer.tsx';
import { MessageList } from './messages/message-list.tsx';
import { RefusedChat } from './replay.tsx';
import { RoomBanners } from './room/room-banners.tsx';

interface ConversationProps {
  streamId: StreamId;
  isOpen: boolean;
  streamer: StreamerSummary;
  onTool: (tool: ModeratorTool) => void;
  onSignedOut: (action: string) => void;
}

/** The messages of a stream’s chat, and the box to write one. */
export function Conversation({ streamId, isOpen, streamer, onTool, onSignedOut }: ConversationProps) {
  const chat = useChat(streamId, streamer.id);
  const { user } = useSession();
  const standing = useStanding(streamId);
  const ban = standing?.ban;
  const runCommand = useCommands(streamId, streamer.id);
  const connected = useConnectionState() !== 'waiting';
  const [replyTo, setReplyTo] = useState<ChatReply | null>(null);
  const isOwn = user?.id === streamer.id;
  const self = useMemo(
    (): ChatAuthor | null =>
      user && {
        id: user.id,
        username: user.username,
        displayName: user.displayName,
        badges: isOwn ? ['streamer'] : [],
      },
    [user, isOwn],
  );
  if (chat.isRefused) return <RefusedChat />;
  return (
    <>
      {isOpen && chat.room && (
        <RoomBanners
          streamId={streamId}
          room={chat.room}
          canChange={standing?.powers.includes('room') ?? false}
          onSignedOut={onSignedOut}
        />
      )}
      <MessageList
        streamId={streamId}
        channelId={streamer.id}
        chat={chat}
        self={self}
        onReply={isOpen && !ban ? setReplyTo : undefined}
        empty={isOpen ? t('chat.list.empty') : t('chat.list.nobody')}
      />
      <Announcer messages={chat.log.messages} />
      {!connected && (
        <p role="status" className="px-4 pt-2 text-muted text-xs">
          {t('chat.list.reconnecting')}
        </p>
      )}
      {isOpen && !ban && chat.room && (
        <ModesLine modes={chat.room.modes} isExempt={standing?.canModerate ?? false} />
      )}
      {isOpen && ban ? (
        <BanNotice streamId={streamId} channelId={streamer.id} ban={ban} />
      ) : isOpen ? (
        <MessageBox
          streamId={streamId}
          channelId={streamer.id}
          freeAtMs={chat.room?.modes.slowSeconds ? (standing?.freeAtMs ?? 0) : 0}
          replyTo={replyTo}
          onCancelReply={() => setReplyTo(null)}
          // Streamers may do everything in their channel, even before the server has sent their standing.
          powers={standing?.powers ?? (isOwn ? CHAT_POWERS : [])}
          onCommand={runCommand}
          onTool={onTool}
          onSend={(text, kind) => {
            chat.send(text, replyTo, kind);
            setReplyTo(null);
          }}
          people={() => [...authorsOf(chat.log.messages ?? [], user?.id ?? null), streamer]}
          onSignedOut={onSignedOut}
        />
      ) : (
        <p className="px-4 py-3 text-muted text-sm">{t('chat.list.ended')}</p>
      )}
    </>
  );
}

interface ModesLineProps {
  modes: ChatModes;
  /** Whether the modes do not apply to the viewer, who is a moderator. */
  isExempt: boolean;
}

/** The modes that are on, above the message box. */
function ModesLine({ modes, isExempt }: ModesLineProps) {
  const words = modeWords(modes);
  return (
    <p role="status" className="px-4 pt-2 text-muted text-xs empty:hidden">
      {words.length > 0 && `${words.join(' · ')}${isExempt ? ' · Not for you' : ''}`}
    </p>
  );
}
