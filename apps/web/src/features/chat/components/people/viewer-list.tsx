import { Link } from '@tanstack/react-router';
import { CHAT_ROLES, type ChatRole, type ChatViewer } from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import { Users } from 'lucide-react';
import { messageOf } from '@/lib/api/query-client.ts';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/overlays/popover.tsx';
import { useViewers } from '../../api/use-viewers.ts';
import { Badge } from '../messages/message-row.tsx';

const TITLES: Readonly<Record<ChatRole, string>> = {
  streamer: t('chat.viewers.streamer'),
  admin: t('chat.viewers.admins'),
  moderator: t('chat.viewers.moderators'),
  vip: t('chat.viewers.vips'),
  viewer: t('chat.viewers.viewers'),
};

/** A button that shows the people who have the chat open. */
export function ViewerList({ streamId }: { streamId: StreamId }) {
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          variant="quiet"
          size="icon-sm"
          aria-label={t('chat.viewers.title')}
          title={t('chat.viewers.title')}
        >
          <Users size={17} aria-hidden="true" />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={t('chat.viewers.title')} className="flex w-72 flex-col">
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
        <Spinner label={t('chat.viewers.loading')} />
      </p>
    );
  }
  const people = (data?.pages ?? []).flatMap(({ items }) => items);
  const signedIn = Object.values(first.counts).reduce((sum, count) => sum + count, 0);
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
          {t('ui.pages.showMore')}
        </Button>
      )}
      {first.isHidden && (
        <p className="text-muted text-sm">
          {t('chat.viewers.hidden', { count: signedIn, shown: formatCount(signedIn) })}
        </p>
      )}
      {first.visitors > 0 && (
        <p className="text-muted text-sm">
          {t('chat.viewers.visitors', { count: first.visitors, shown: formatCount(first.visitors) })}
        </p>
      )}
      {!first.isHidden && people.length + first.visitors === 0 && (
        <p className="m-auto text-muted text-sm">{t('chat.viewers.nobody')}</p>
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
