import type { ChatRoom } from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import { useMemo } from 'react';
import { t } from '@/lib/messages/t.ts';
import { useNotBlocked } from '../../api/use-not-blocked.ts';
import { PinnedMessage } from './pinned-message.tsx';
import { PollBanner } from './poll-banner.tsx';

interface RoomBannersProps {
  streamId: StreamId;
  room: ChatRoom;
  canChange: boolean;
  /** Sends a visitor who wants to vote to sign in. */
  onSignedOut: (action: string) => void;
}

/** The banners above the messages of an open chat. */
export function RoomBanners({ streamId, room: { pinned, poll }, canChange, onSignedOut }: RoomBannersProps) {
  const [message] = useNotBlocked(useMemo(() => (pinned ? [pinned.message] : []), [pinned]));
  return (
    <>
      {/* The outcome is a message of the chat. */}
      <p role="status" className="sr-only">
        {poll?.isOpen && t('chat.poll.announced', { question: poll.question })}
      </p>
      {/* Leaves space for messages on a phone. */}
      <div className="flex max-h-1/2 shrink-0 flex-col gap-2 overflow-y-auto px-2 pb-1 empty:hidden">
        {poll && <PollBanner key={poll.id} streamId={streamId} poll={poll} onSignedOut={onSignedOut} />}
        {pinned && message && (
          <PinnedMessage key={message.number} streamId={streamId} pin={pinned} canUnpin={canChange} />
        )}
      </div>
    </>
  );
}
