import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Section } from '@/ui/layout.tsx';
import { LibraryStream } from './library-stream.tsx';
import { Watched } from './watched.tsx';

/** The recordings that the viewer has begun and not finished. */
export const useContinueWatching = () => useApi('GET /api/me/history/continue', {}, { staleTime: 0 });

/** The recordings that the viewer has begun and not finished; renders nothing without any. */
export function ContinueWatching() {
  const { data } = useContinueWatching();
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Section title={t('library.continue')}>
      <ul className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
        {data.items.map(({ stream, lastWatchedAt, secondsWatched, progress }) => (
          <li key={stream.id}>
            <LibraryStream
              stream={stream}
              heading="h3"
              progress={progress}
              note={<Watched lastWatchedAt={lastWatchedAt} secondsWatched={secondsWatched} />}
              action={null}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
