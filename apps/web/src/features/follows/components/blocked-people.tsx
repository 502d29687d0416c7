import { Link } from '@tanstack/react-router';
import { messageOf } from '@/lib/api/query-client.ts';
import { useBlocks } from '@/lib/blocks.ts';
import { formatDay } from '@/lib/format/dates.ts';
import { t } from '@/lib/messages/t.ts';
import { BlockButton } from '@/ui/block-button.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';

/** The setting that lists whom the user has blocked. */
export function BlockedPeople() {
  const { data, error, refetch } = useBlocks();
  return (
    <Setting title={t('follows.blocked')} lead={t('follows.blocked.lead')}>
      {!data && error ? (
        <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-6 rounded-control" />
      ) : data.people.length === 0 ? (
        <p className="text-muted">{t('follows.blocked.none')}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {data.people.map((person) => (
            <li key={person.id} className="flex items-center gap-3">
              <Avatar name={person.displayName || person.username} src={person.avatarUrl} size={40} />
              <div className="min-w-0 flex-1">
                <Link
                  to="/streamer/$username"
                  params={{ username: person.username }}
                  className="block truncate py-0.5 font-semibold text-ink no-underline hover:text-accent"
                >
                  <bdi>{person.displayName || person.username}</bdi>
                </Link>
                <p className="truncate text-muted text-sm">
                  {t('follows.blocked.on', { day: formatDay(person.blockedAt) })}
                </p>
              </div>
              <BlockButton person={person} />
            </li>
          ))}
        </ul>
      )}
    </Setting>
  );
}
