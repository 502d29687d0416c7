import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Section } from '@/ui/layout.tsx';
import { ChannelRow, ChannelRowSkeleton } from '@/ui/media/channel-row.tsx';
import { LiveBadge } from '@/ui/media/live-badge.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import { useChannelSearch } from '../../api/search.ts';

const ROWS = 'grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-3';

/** The channels that match a search. Keeps its height while they load. */
export function People({ q }: { q: string }) {
  const people = useChannelSearch(q);
  const { data, error, isPending, refetch } = people;
  if (isPending) {
    return (
      <Section title={t('discovery.channels')}>
        <PeopleSkeleton />
      </Section>
    );
  }
  if (!data) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  if (data.length === 0) {
    return (
      <Section title={t('discovery.channels')}>
        <p className="flex min-h-16 items-center text-muted">{t('discovery.channels.none')}</p>
      </Section>
    );
  }
  return (
    <Section title={t('discovery.channels')}>
      <ul className={ROWS}>
        {data.map(({ streamer, followers, live }) => (
          <li key={streamer.id}>
            <ChannelRow
              streamer={streamer}
              followers={followers}
              note={live ? live.title : `@${streamer.username}`}
            >
              {live && <LiveBadge viewers={live.currentViewers} />}
            </ChannelRow>
          </li>
        ))}
      </ul>
      <ShowMore list={people} label={t('discovery.channels.more')} />
    </Section>
  );
}

function PeopleSkeleton() {
  return (
    <div role="status" aria-label={t('discovery.channels.loading')} className={ROWS}>
      {[0, 1, 2].map((index) => (
        <ChannelRowSkeleton key={index} className="max-sm:not-first:hidden max-xl:last:hidden" />
      ))}
    </div>
  );
}
