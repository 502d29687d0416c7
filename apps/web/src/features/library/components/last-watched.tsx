import { Link } from '@tanstack/react-router';
import { useApiPages } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Section } from '@/ui/layout.tsx';
import { LibraryStream } from './library-stream.tsx';
import { Watched } from './watched.tsx';

const SHOWN = 4;

/** The last watched streams; renders nothing without any. */
export function LastWatched() {
  const { data = [] } = useApiPages('GET /api/me/history', {}, { staleTime: 0 });
  if (data.length === 0) return null;
  return (
    <Section
      title={t('library.recent')}
      aside={<Link to="/dashboard/viewer/history">{t('library.viewAll')}</Link>}
    >
      <ul className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
        {data.slice(0, SHOWN).map(({ stream, lastWatchedAt, secondsWatched, progress }) => (
          <li key={stream.id}>
            <LibraryStream
              stream={stream}
              progress={progress}
              heading="h3"
              note={<Watched lastWatchedAt={lastWatchedAt} secondsWatched={secondsWatched} />}
              action={null}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
