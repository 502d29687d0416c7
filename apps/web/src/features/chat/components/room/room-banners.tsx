import type { ChatRoom, StreamId } from '@tributary/contracts';
import { useMemo } from 'react';
import { useNotBlocked } from '@/lib/blocks.ts';
import { PinnedMessage } from './pinned-message.tsx';

interface RoomBannersProps {
  streamId: StreamId;
  room: ChatRoom;
  canModerate: boolean;
}

/** What stands above the messages of an open chat. */
export function RoomBanners({ streamId, room: { pinned }, canModerate }: RoomBannersProps) {
  const [message] = useNotBlocked(useMemo(() => (pinned ? [pinned.message] : []), [pinned]));
  return (
    <div className="flex flex-col gap-2 px-2 pb-1 empty:hidden">
      {pinned && message && (
        <PinnedMessage key={message.number} streamId={streamId} pin={pinned} canModerate={canModerate} />
      )}
    </div>
  );
}
