import type { ChatAuthor, ChatReply, StreamDetail, StreamerSummary, StreamId } from '@tributary/contracts';
import { clsx } from 'clsx';
import { PanelRightClose, PanelRightOpen, SquareArrowOutUpRight } from 'lucide-react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useConnectionState } from '@/lib/realtime/index.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useStanding } from '../api/moderation.ts';
import { useChat } from '../api/use-chat.ts';
import { useCommands } from '../api/use-commands.ts';
import { BanNotice } from '../appeals/ban-notice.tsx';
import type { ModeratorTool } from '../engine/commands.ts';
import { authorsOf } from '../engine/completion.ts';
import { isChatOpen, onChatOpen, setChatOpen } from '../engine/panel-choice.ts';
import { RaidBanner } from '../raids/raid-banner.tsx';
import { MessageBox } from './composer/message-box.tsx';
import { Announcer } from './messages/announcer.tsx';
import { MessageList } from './messages/message-list.tsx';
import { ModesLine } from './modes-line.tsx';
import { ViewerList } from './people/viewer-list.tsx';
import { QueueButton } from './queue/queue-button.tsx';
import { RefusedChat, Replay } from './replay.tsx';
import { ModeratorTools } from './room/moderator-tools.tsx';
import { RoomBanners } from './room/room-banners.tsx';

interface ChatPanelProps {
  detail: StreamDetail;
  /** The wall time of the frame of the recording on the screen; null: live, or nothing is played. */
  watchedAt: () => number | null;
  onSignedOut: () => void;
  /** Whether the stream is being played; null: this page plays nothing. */
  isPlaying: () => boolean | null;
  /** It fills a window of its own. */
  isWindow?: boolean;
}

/** The chat beside a stream, or below it on a phone. It can be collapsed. */
export function ChatPanel({ detail, watchedAt, onSignedOut, isPlaying, isWindow = false }: ChatPanelProps) {
  const open = useSyncExternalStore(onChatOpen, isChatOpen);
  const [showsAll, setShowsAll] = useState(false);
  const [tool, setTool] = useState<ModeratorTool | null>(null);
  const { stream } = detail;
  if (!stream) return null;
  const hasEnded = detail.state === 'ended';
  const hasReplay = hasEnded && stream.recording !== null;
  const isHidden = !open && !isWindow;
  const raid = !hasEnded && (
    <RaidBanner
      key={`raid-${stream.id}`}
      streamId={stream.id}
      streamer={detail.streamer}
      viewers={stream.currentViewers}
      isPlaying={isPlaying}
      floats={isHidden}
    />
  );
  if (isHidden) {
    return (
      <>
        <Button
          variant="quiet"
          size="sm"
          aria-label="Show chat"
          title="Show chat"
          onClick={() => setChatOpen(true)}
          className="max-lg:w-full lg:mt-1 lg:size-9 lg:px-0"
        >
          <PanelRightOpen size={18} aria-hidden="true" />
          <span className="lg:hidden">Show chat</span>
        </Button>
        {raid}
      </>
    );
  }
  return (
    <section
      aria-label="Chat"
      className={clsx(
        'flex h-full min-h-0 flex-col bg-surface-1',
        !isWindow && 'lg:w-76 lg:rounded-media xl:w-80',
      )}
    >
      <header className="flex h-11 shrink-0 items-center justify-between ps-4 pe-1.5">
        <h2 className="text-base">Chat</h2>
        <div className="flex">
          {!hasEnded && (
            <ModeratorTools key={`tools-${stream.id}`} streamId={stream.id} tool={tool} onTool={setTool} />
          )}
          {!hasEnded && <QueueButton streamId={stream.id} channelId={detail.streamer.id} />}
          {!hasEnded && <ViewerList key={stream.id} streamId={stream.id} />}
          {!hasEnded && !isWindow && (
            <Button
              variant="quiet"
              size="icon-sm"
              aria-label="Open chat in a window"
              title="Open in a window"
              onClick={() =>
                window.open(`/chat/${detail.streamer.username}`, '_blank', 'popup,width=400,height=720')
              }
            >
              <SquareArrowOutUpRight size={16} aria-hidden="true" />
            </Button>
          )}
          {!isWindow && (
            <Button
              variant="quiet"
              size="icon-sm"
              aria-label="Hide chat"
              title="Hide chat"
              onClick={() => setChatOpen(false)}
            >
              <PanelRightClose size={18} aria-hidden="true" />
            </Button>
          )}
        </div>
      </header>
      {raid}
      {hasReplay && !showsAll ? (
        <Replay key={stream.id} streamId={stream.id} channelId={detail.streamer.id} watchedAt={watchedAt} />
      ) : (
        <Conversation
          key={stream.id}
          streamId={stream.id}
          isOpen={!hasEnded}
          streamer={detail.streamer}
          onTool={setTool}
          onSignedOut={onSignedOut}
        />
      )}
      {hasReplay && (
        <div className="px-4 py-3 text-sm">
          <Switch label="Show all messages" checked={showsAll} onChange={setShowsAll} />
        </div>
      )}
    </section>
  );
}

interface ConversationProps {
  streamId: StreamId;
  isOpen: boolean;
  streamer: StreamerSummary;
  onTool: (tool: ModeratorTool) => void;
  onSignedOut: () => void;
}

function Conversation({ streamId, isOpen, streamer, onTool, onSignedOut }: ConversationProps) {
  const chat = useChat(streamId, streamer.id);
  const { user } = useSession();
  const standing = useStanding(streamId);
  const ban = standing?.ban;
  const runCommand = useCommands(streamId, streamer.id);
  const connected = useConnectionState() !== 'waiting';
  const [replyTo, setReplyTo] = useState<ChatReply | null>(null);
  const self = useMemo(
    (): ChatAuthor | null =>
      user && {
        ...{ id: user.id, username: user.username, displayName: user.displayName },
        badges: user.id === streamer.id ? ['streamer'] : [],
      },
    [user, streamer.id],
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
        empty={isOpen ? 'No messages yet. Say hello.' : 'Nobody wrote in this chat.'}
      />
      <Announcer messages={chat.log.messages} />
      {!connected && (
        <p role="status" className="px-4 pt-2 text-muted text-xs">
          Connection lost. Reconnecting…
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
          powers={standing?.powers ?? []}
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
        <p className="px-4 py-3 text-muted text-sm">The stream has ended, and so has its chat.</p>
      )}
    </>
  );
}
