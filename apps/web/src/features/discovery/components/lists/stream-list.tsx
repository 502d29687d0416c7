import type { FeaturedStream } from '@tributary/contracts/live';
import { StreamRow } from '../stream/stream-row.tsx';
import type { Preview } from '../stream/stream-thumbnail.tsx';
import { useHoverPreview } from '../stream/use-hover-preview.ts';
import { useHeld, useStableOrder } from './use-stable-order.ts';

interface StreamListProps {
  title: string;
  streams: readonly FeaturedStream[];
  preview: Preview;
}

/** Live streams beside other content, in as many columns as fit. */
export function StreamList({ title, streams, preview }: StreamListProps) {
  const { previewed, handlersFor } = useHoverPreview();
  const { held, handlers } = useHeld();
  const rows = useStableOrder(streams, held);
  if (rows.length === 0) return null;
  return (
    <section aria-label={title} className="@container flex flex-col gap-4 lg:pt-1">
      <h2 className="text-base">{title}</h2>
      <ul className="grid gap-4 @2xl:grid-cols-2 @5xl:grid-cols-3" {...handlers}>
        {rows.map((stream) => (
          <li key={stream.id} className="min-w-0" {...handlersFor(stream.id)}>
            <StreamRow stream={stream} preview={previewed === stream.id ? preview : undefined} />
          </li>
        ))}
      </ul>
    </section>
  );
}
