import type { StreamId } from '@tributary/contracts/shared';
import { BookmarkX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApiPages } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { ListFrame } from '@/ui/tables/list-frame.tsx';
import { Ago } from '@/ui/time.tsx';
import { useSave } from '../api/saved.ts';
import { KeptStreamsSkeleton, LibraryStream } from './library-stream.tsx';

/** The saved streams, newest first. */
export function SavedList({ empty }: { empty: ReactNode }) {
  return (
    <ListFrame query={useApiPages('GET /api/me/saved', {})} skeleton={<KeptStreamsSkeleton />} empty={empty}>
      {(items) => (
        <ul className="flex flex-col gap-6">
          {items.map(({ stream, savedAt, progress }) => (
            <li key={stream.id}>
              <LibraryStream
                stream={stream}
                progress={progress}
                note={<Text k="library.saved.at" values={{ time: () => <Ago at={savedAt} inSentence /> }} />}
                action={<RemoveButton id={stream.id} title={stream.title} />}
              />
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  );
}

function RemoveButton({ id, title }: { id: StreamId; title: string }) {
  const save = useSave(id);
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={t('library.save.removeOne', { title })}
      title={t('library.save.remove')}
      busy={save.isPending}
      onClick={() => save.mutate(false)}
    >
      {!save.isPending && <BookmarkX size={18} aria-hidden="true" />}
    </Button>
  );
}
