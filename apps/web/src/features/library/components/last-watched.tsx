import { Link } from '@tanstack/react-router';
import { Section } from '@/ui/layout.tsx';
import { useHistory } from '../api/history.ts';
import { Watched } from './history-list.tsx';
import { LibraryStream } from './library-stream.tsx';

const SHOWN = 4;

/** What somebody watched last; nothing where they have watched nothing. */
export function LastWatched() {
  const { data = [] } = useHistory();
  if (data.length === 0) return null;
  return (
    <Section title="Last watched" aside={<Link to="/dashboard/viewer/history">All of it</Link>}>
      <ul className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
        {data.slice(0, SHOWN).map(({ stream, lastWatchedAt, secondsWatched }) => (
          <li key={stream.id}>
            <LibraryStream
              stream={stream}
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
