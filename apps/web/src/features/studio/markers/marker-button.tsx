import type { StreamId } from '@tributary/contracts/shared';
import { Bookmark } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { isHandledElsewhere } from '@/lib/browser/keyboard.ts';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { useAddMarker, useDeleteMarker } from '../api/queries.ts';

/** Marks the present moment of the live stream. The key M does the same. */
export function MarkerButton({ streamId }: { streamId: StreamId }) {
  const add = useAddMarker();
  const remove = useDeleteMarker();
  const mark = () =>
    add.mutate(undefined, {
      onSuccess: ({ id: markerId, positionMs }) =>
        toast.success(t('studio.marker.set', { time: formatClock(positionMs / 1000) }), {
          description: t('studio.marker.next'),
          action: {
            label: t('studio.marker.undo'),
            onClick: () => remove.mutate({ id: streamId, markerId }),
          },
        }),
    });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'm' || event.repeat || isHandledElsewhere(event)) return;
    event.preventDefault();
    if (!add.isPending) mark();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={add.isPending}
      aria-keyshortcuts="m"
      title={t('studio.marker.hint')}
      onClick={mark}
    >
      <Bookmark size={16} aria-hidden="true" />
      {t('studio.marker')}
    </Button>
  );
}
