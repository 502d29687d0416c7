import type { PastStream } from '@tributary/contracts/discovery';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApiPages } from '@/lib/api/use-api.ts';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Section } from '@/ui/layout.tsx';
import { CategoryLink } from '@/ui/media/category-link.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import { Ago } from '@/ui/time.tsx';
import { Card } from '../stream/card.tsx';
import { FeaturedGridSkeleton, GRID } from './featured-grid.tsx';

/** The ended streams of a channel that can no longer be watched. Renders nothing where there are videos only. */
export function PastStreams({ username }: { username: string }) {
  const list = useApiPages('GET /api/streamers/:username/streams', {
    params: { username },
    query: { recorded: 'false' },
  });
  const videos = useApiPages('GET /api/streamers/:username/videos', { params: { username } }).data;
  if (list.data?.length === 0 && videos !== undefined && videos.length > 0) return null;
  return (
    <Section title={t('discovery.past')}>
      {list.isPending && <FeaturedGridSkeleton />}
      {list.isError && !list.data && (
        <ErrorState message={messageOf(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.data?.length === 0 && <p className="text-muted">{t('discovery.past.none')}</p>}
      {list.data && list.data.length > 0 && (
        <ul className={GRID}>
          {list.data.map((stream) => (
            <li key={stream.id}>
              <PastCard stream={stream} username={username} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore list={list} label={t('discovery.past.more')} />
    </Section>
  );
}

function PastCard({ stream, username }: { stream: PastStream; username: string }) {
  const { peakViewers } = stream;
  return (
    <Card
      stream={{ ...stream, streamer: { username } }}
      length={{ name: t('discovery.past.lasted'), seconds: stream.durationSeconds }}
    >
      <CategoryLink category={stream.category} />
      {' · '}
      <Ago at={stream.startedAt} />
      {peakViewers > 0 &&
        ` · ${t('discovery.past.peak', { count: peakViewers, shown: formatCount(peakViewers) })}`}
    </Card>
  );
}
