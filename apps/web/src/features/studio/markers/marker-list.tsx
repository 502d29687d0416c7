import type { StreamId } from '@tributary/contracts/shared';
import { MARKER_LABEL_MAX, type StreamMarker } from '@tributary/contracts/studio';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { useDeleteMarker, useMarkers, useRenameMarker } from '../api/queries.ts';

interface MarkerListProps {
  streamId: StreamId;
  /** The link to a moment of the recording, with the time as its text; null: there is no recording. */
  link: ((seconds: number, time: string) => ReactNode) | null;
}

/** The markers of a stream, which can be named and deleted. */
export function MarkerList({ streamId, link }: MarkerListProps) {
  return (
    <Loaded query={useMarkers(streamId)} height="h-16">
      {(markers) =>
        markers.length === 0 ? (
          <p className="text-muted text-sm">{t('studio.markers.none')}</p>
        ) : (
          <ul className="flex flex-col gap-2">
            {markers.map((marker) => (
              <MarkerRow key={marker.id} streamId={streamId} marker={marker} link={link} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function MarkerRow({ streamId, marker, link }: MarkerListProps & { marker: StreamMarker }) {
  const rename = useRenameMarker(streamId);
  const remove = useDeleteMarker();
  const [label, setLabel] = useState(marker.label);
  const seconds = Math.floor(marker.positionMs / 1000);
  const time = formatClock(seconds);
  const save = () => {
    if (label.trim() !== marker.label) rename.mutate({ markerId: marker.id, label: label.trim() });
  };
  return (
    <li className="flex items-center gap-2">
      <span className="w-18 shrink-0 text-sm tabular-nums">{link ? link(seconds, time) : time}</span>
      <Input
        aria-label={t('studio.markers.label', { time })}
        placeholder={t('studio.markers.placeholder')}
        dir="auto"
        maxLength={MARKER_LABEL_MAX}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && save()}
        className="h-9!"
      />
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label={t('studio.markers.delete', { time })}
        busy={remove.isPending}
        onClick={() => remove.mutate({ id: streamId, markerId: marker.id })}
      >
        <Trash2 size={16} aria-hidden="true" />
      </Button>
    </li>
  );
}
