import { Link } from '@tanstack/react-router';
import { CHAT_ROLES, type ChatRole, type ChatViewer } from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import { Users } from 'lucide-react';
import { formatCount } from '@/lib/format.ts';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/overlays/popover.tsx';
import { useViewers } from '../../api/use-viewers.ts';
import { Badge } from '../messages/message-row.tsx';

const TITLES: Readonly<Record<ChatRole, string>> = {
  streamer: 'Streamer',
  admin: 'Admins',
  moderator: 'Moderators',
  vip: 'VIPs',
  viewer: 'Viewers',
};

/** A button that shows the people who have the chat open. */
export function ViewerList({ streamId }: { streamId: StreamId }) {
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="quiet" size="icon-sm" aria-label="People in the chat" title="People in the chat">
          <Users size={17} aria-hidden="true" />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="People in the chat" className="flex w-72 flex-col">
        <div className="flex max-h-96 min-h-24 flex-col gap-3 overflow-y-auto p-3">
          <People streamId={streamId} />
        </div>
      </PopoverContent>
    </Popover>
  );
}

function People({ streamId }: { streamId: StreamId }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useViewers(streamId);
  const [first] = data?.pages ?? [];
  if (!first) {
    return error ? (
      <p role="alert" className="m-auto text-center text-muted text-sm">
        {messageOf(error)}
      </p>
    ) : (
      <p className="m-auto text-muted">
        <Spinner label="Loading people" />
      </p>
    );
  }
  const people = (data?.pages ?? []).flatMap(({ items }) => items);
  return (
    <>
      {CHAT_ROLES.map((role) => (
        <Role
          key={role}
          role={role}
          count={first.counts[role]}
          people={people.filter((person) => person.role === role)}
        />
      ))}
      {hasNextPage && (
        <Button size="sm" variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      {first.isHidden && (
        <p className="text-muted text-sm">
          {formatCount(Object.values(first.counts).reduce((sum, count) => sum + count, 0))} signed in. This
          channel doesn’t show who they are.
        </p>
      )}
      {first.visitors > 0 && (
        <p className="text-muted text-sm">
          {formatCount(first.visitors)} {first.visitors === 1 ? 'visitor' : 'visitors'} not signed in
        </p>
      )}
      {!first.isHidden && people.length + first.visitors === 0 && (
        <p className="m-auto text-muted text-sm">Nobody has this chat open.</p>
      )}
    </>
  );
}

interface RoleProps {
  role: ChatRole;
  count: number;
  people: readonly ChatViewer[];
}

function Role({ role, count, people }: RoleProps) {
  if (people.length === 0) return null;
  return (
    <section>
      <h3 className="pb-1 text-muted text-xs">
        {TITLES[role]} · {formatCount(count)}
      </h3>
      <ul>
        {people.map(({ id, username, displayName, avatarUrl }) => (
          <li key={id}>
            <Link
              to="/streamer/$username"
              params={{ username }}
              className="flex min-h-8 items-center gap-2 rounded-control px-1 text-ink text-sm no-underline hover:bg-surface-3"
            >
              <Avatar name={displayName || username} src={avatarUrl} size={24} />
              <bdi className="min-w-0 truncate">{displayName || username}</bdi>
              {role !== 'viewer' && <Badge badge={role} />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
