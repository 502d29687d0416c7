import type { StreamDetail } from '@tributary/contracts/live';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { ChatPanel } from './chat-panel.tsx';

interface ChatWindowProps {
  /** Undefined while it is loading. */
  detail: StreamDetail | undefined;
  username: string;
  onSignedOut: (action: string) => void;
  /** A notice above the chat. */
  notice: ReactNode;
}

/** The chat of a channel's stream in its own window. */
export function ChatWindow({ detail, username, onSignedOut, notice }: ChatWindowProps) {
  const name = detail?.streamer.displayName || detail?.streamer.username || username;
  useDocumentTitle(`Chat · ${name}`);
  return (
    <div className="flex h-dvh flex-col bg-surface-1">
      <h1 className="sr-only">Chat of {name}</h1>
      {notice}
      {!detail && <Skeleton className="m-4 flex-1" />}
      {detail?.stream ? (
        <ChatPanel
          detail={detail}
          isWindow
          watchedAt={() => null}
          isPlaying={() => null}
          onSignedOut={onSignedOut}
        />
      ) : (
        detail && (
          <p className="m-auto px-6 text-center text-muted text-sm">
            <bdi>{name}</bdi> is offline. The chat opens here with the next stream.
          </p>
        )
      )}
    </div>
  );
}
