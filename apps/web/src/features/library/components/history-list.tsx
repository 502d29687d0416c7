import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApiMutation, useApiPages } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { ListFrame } from '@/ui/tables/list-frame.tsx';
import { HistoryControls } from './history-controls.tsx';
import { KeptStreamsSkeleton, LibraryStream } from './library-stream.tsx';
import { Watched } from './watched.tsx';

interface HistoryListProps {
  empty: ReactNode;
  /** The switch that pauses the history. */
  pause: ReactNode;
}

/** The watch history, newest first, with controls to remove entries. */
export function HistoryList({ empty, pause }: HistoryListProps) {
  const history = useApiPages('GET /api/me/history', {}, { staleTime: 0 });
  const remove = useApiMutation('DELETE /api/me/history/:id', {
    invalidates: ['GET /api/me/history'],
    failure: t('library.history.notRemoved'),
  });
  return (
    <div className="flex flex-col gap-8">
      <HistoryControls clearable={(history.data?.length ?? 0) > 0} pause={pause} />
      <ListFrame query={history} skeleton={<KeptStreamsSkeleton />} empty={empty}>
        {(items) => (
          <ul className="flex flex-col gap-6">
            {items.map(({ stream, lastWatchedAt, secondsWatched, progress }) => (
              <li key={stream.id}>
                <LibraryStream
                  stream={stream}
                  progress={progress}
                  note={<Watched lastWatchedAt={lastWatchedAt} secondsWatched={secondsWatched} />}
                  action={
                    <Button
                      variant="quiet"
                      size="icon"
                      aria-label={t('library.history.removeOne', { title: stream.title })}
                      title={t('library.history.remove')}
                      busy={remove.isPending && remove.variables.params.id === stream.id}
                      onClick={() => remove.mutate({ params: { id: stream.id } })}
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
