import type { StreamDetail } from '@tributary/contracts/live';
import type { StreamId } from '@tributary/contracts/shared';
import { clsx } from 'clsx';
import { PanelRightClose, PanelRightOpen, SquareArrowOutUpRight } from 'lucide-react';
import { type Ref, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import type { ModeratorTool } from '../engine/composer/commands.ts';
import { isChatOpen, onChatOpen, setChatOpen } from '../engine/room/panel-choice.ts';
import { RaidBanner } from '../raids/raid-banner.tsx';
import { Conversation } from './conversation.tsx';
import { ViewerList } from './people/viewer-list.tsx';
import { QueueButton } from './queue/queue-button.tsx';
import { Replay } from './replay.tsx';
import { keepFocusInChat } from './room/keep-focus.ts';
import { ModeratorTools } from './room/moderator-tools.tsx';

interface ChatPanelProps {
  detail: StreamDetail;
  /** The wall time of the frame of the recording on the screen; null: live, or nothing is played. */
  watchedAt: () => number | null;
  onSignedOut: (action: string) => void;
  /** Whether the stream is being played; null: this page plays nothing. */
  isPlaying: () => boolean | null;
  /** Whether it fills its own window. */
  isWindow?: boolean;
  /** Whether it fills the place that the page gives it, and cannot be collapsed. */
  isFixed?: boolean;
}

/** The chat beside a stream, or below it on a phone. It can be collapsed. */
export function ChatPanel({
  detail,
  watchedAt,
  onSignedOut,
  isPlaying,
  isWindow = false,
  isFixed = isWindow,
}: ChatPanelProps) {
  const open = useSyncExternalStore(onChatOpen, isChatOpen);
  const [showsAll, setShowsAll] = useState(false);
  const [tool, setTool] = useState<ModeratorTool | null>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const hasToggled = useRef(false);
  const setOpen = (isOpen: boolean) => {
    hasToggled.current = true;
    setChatOpen(isOpen);
  };
  // One button replaces the other.
  useEffect(() => {
    if (hasToggled.current) toggle.current?.focus();
    hasToggled.current = false;
  });
  const { stream } = detail;
  if (!stream) return null;
  const hasEnded = detail.state === 'ended';
  const hasReplay = hasEnded && stream.recording !== null;
  const isHidden = !open && !isFixed;
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
      <div ref={keepFocusInChat} data-collapsed className="contents">
        <ShowChat toggle={toggle} onClick={() => setOpen(true)} />
        {raid}
      </div>
    );
  }
  return (
    <section
      ref={keepFocusInChat}
      aria-label={t('chat.chat')}
      className={clsx(
        'flex h-full min-h-0 flex-col bg-surface-1',
        !isFixed && 'lg:w-76 lg:rounded-media xl:w-80',
        isFixed && !isWindow && 'md:rounded-media',
      )}
    >
      <header className="flex h-11 shrink-0 items-center justify-between ps-4 pe-1.5">
        <h2 className="text-base">{t('chat.chat')}</h2>
        <div className="flex">
          {!hasEnded && (
            <LiveTools
              key={stream.id}
              streamId={stream.id}
              streamer={detail.streamer}
              isWindow={isWindow}
              tool={tool}
              onTool={setTool}
            />
          )}
          {!isFixed && (
            <Button
              ref={toggle}
              variant="quiet"
              size="icon-sm"
              aria-label={t('chat.panel.hide')}
              title={t('chat.panel.hide')}
              onClick={() => setOpen(false)}
            >
              <PanelRightClose size={18} aria-hidden="true" className="rtl:-scale-x-100" />
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
          <Switch label={t('chat.panel.showAll')} checked={showsAll} onChange={setShowsAll} />
        </div>
      )}
    </section>
  );
}

interface LiveToolsProps {
  streamId: StreamId;
  streamer: StreamDetail['streamer'];
  isWindow: boolean;
  tool: ModeratorTool | null;
  onTool: (tool: ModeratorTool | null) => void;
}

/** The tools of viewers and moderators while a chat is open. */
function LiveTools({ streamId, streamer, isWindow, tool, onTool }: LiveToolsProps) {
  return (
    <>
      <ModeratorTools streamId={streamId} tool={tool} onTool={onTool} />
      <QueueButton streamId={streamId} channelId={streamer.id} />
      <ViewerList streamId={streamId} />
      {!isWindow && (
        <Button
          variant="quiet"
          size="icon-sm"
          aria-label={t('chat.panel.openWindow')}
          title={t('chat.panel.inWindow')}
          onClick={() => window.open(`/chat/${streamer.username}`, '_blank', 'popup,width=400,height=720')}
        >
          <SquareArrowOutUpRight size={16} aria-hidden="true" />
        </Button>
      )}
    </>
  );
}

const ShowChat = ({ toggle, onClick }: { toggle: Ref<HTMLButtonElement>; onClick: () => void }) => (
  <Button
    ref={toggle}
    variant="quiet"
    size="sm"
    aria-label={t('chat.panel.show')}
    title={t('chat.panel.show')}
    onClick={onClick}
    className="max-lg:w-full lg:mt-1 lg:size-9 lg:px-0"
  >
    <PanelRightOpen size={18} aria-hidden="true" className="rtl:-scale-x-100" />
    <span className="lg:hidden">{t('chat.panel.show')}</span>
  </Button>
);
