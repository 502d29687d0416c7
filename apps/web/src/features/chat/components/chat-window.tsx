import type { StreamDetail } from '@tributary/contracts/live';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
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
  useDocumentTitle(t('chat.window.title', { name }));
  return (
    <div className="flex h-dvh flex-col bg-surface-1">
      <h1 className="sr-only">{t('chat.window.heading', { name })}</h1>
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
            <Text k="chat.window.offline" values={{ name: () => <bdi>{name}</bdi> }} />
          </p>
        )
      )}
    </div>
  );
}
