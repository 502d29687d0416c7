import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';
import { useForget, useHistory } from '../api/lists.ts';
import { HistoryControls } from './history-controls.tsx';
import { KeptStream, KeptStreamsSkeleton } from './kept-stream.tsx';
import { ListFrame } from './list-frame.tsx';
import { Watched } from './watched.tsx';

/** What somebody watched, the last first, with the ways to forget it. */
export function HistoryList({ empty }: { empty: ReactNode }) {
  const history = useHistory();
  const forget = useForget();
  return (
    <div className="flex flex-col gap-8">
      <HistoryControls clearable={(history.data?.length ?? 0) > 0} />
      <ListFrame query={history} skeleton={<KeptStreamsSkeleton />} empty={empty}>
        {(items) => (
          <ul className="flex flex-col gap-6">
            {items.map(({ stream, lastWatchedAt, secondsWatched }) => (
              <li key={stream.id}>
                <KeptStream
                  stream={stream}
                  note={<Watched lastWatchedAt={lastWatchedAt} secondsWatched={secondsWatched} />}
                  action={
                    <Button
                      variant="quiet"
                      size="icon"
                      aria-label={`Remove ${stream.title} from your history`}
                      title="Remove from your history"
                      busy={forget.isPending && forget.variables === stream.id}
                      onClick={() => forget.mutate(stream.id)}
                    >
                      <X size={18} aria-hidden="true" />
                    </Button>
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
    </div>
  );
}
