import { Link } from '@tanstack/react-router';
import { RadioTower, UserRoundX } from 'lucide-react';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Container } from '@/ui/layout.tsx';

/** The page of a stream or recording that does not exist. @param username the channel in the address, if it names one */
export function StreamNotFound({ username }: { username?: string }) {
  useDocumentTitle('Stream not found');
  return (
    <Container width="page" className="flex flex-col gap-6 py-8">
      <h1 className="text-xl">Stream</h1>
      <EmptyState
        icon={RadioTower}
        title="Stream not found"
        actions={
          <>
            {username !== undefined && (
              <Button asChild>
                <Link to="/streamer/$username" params={{ username }}>
                  Open the channel
                </Link>
              </Button>
            )}
            <Button asChild variant={username === undefined ? 'primary' : 'secondary'}>
              <Link to="/discover">Browse live streams</Link>
            </Button>
          </>
        }
      >
        The stream or its recording was deleted or made private, or the address is wrong.
      </EmptyState>
    </Container>
  );
}

/** The page of a channel that does not exist. */
export function ChannelNotFound({ username }: { username: string }) {
  useDocumentTitle('Channel not found');
  return (
    <Container width="page" className="flex flex-col gap-6 py-8">
      <h1 className="text-xl">Channel</h1>
      <EmptyState
        icon={UserRoundX}
        title="Channel not found"
        actions={
          <>
            <Button asChild>
              <Link to="/discover" search={{ q: username }}>
                Search for this name
              </Link>
            </Button>
            <Button asChild variant="secondary">
              <Link to="/discover">Browse live streams</Link>
            </Button>
          </>
        }
      >
        There is no channel named <bdi>{username}</bdi>. It was deleted or banned, or the address is wrong.
      </EmptyState>
    </Container>
  );
}
