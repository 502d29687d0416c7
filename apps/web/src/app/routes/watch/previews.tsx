import { lazy, Suspense } from 'react';
import type { Preview } from '@/features/discovery/index.ts';
import { Image } from '@/ui/media/image.tsx';

const Still: Preview = ({ poster }) => <Image src={poster} alt="" className="size-full" />;

/**
 * The player loads after the page. If its script can't load (offline, or a newer build), the poster stays.
 */
const moving = (name: 'LivePreview' | 'RecordingPreview') =>
  lazy<Preview>(() =>
    import('@/features/live/preview.ts').then(
      (module) => ({ default: module[name] }),
      () => ({ default: Still }),
    ),
  );
const Live = moving('LivePreview');
const Recording = moving('RecordingPreview');

/** Plays a stream, muted, in the box around it. */
export const LivePreview: Preview = (props) => (
  <Suspense fallback={<Still {...props} />}>
    <Live {...props} />
  </Suspense>
);

/** Plays a recording or clip, muted, in the box around it. */
export const RecordingPreview: Preview = (props) => (
  <Suspense fallback={<Still {...props} />}>
    <Recording {...props} />
  </Suspense>
);
