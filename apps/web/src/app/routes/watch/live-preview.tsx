import { lazy, Suspense } from 'react';
import type { Preview } from '@/features/discovery/index.ts';
import { Image } from '@/ui/media/image.tsx';

const Still: Preview = ({ poster }) => <Image src={poster} alt="" className="size-full" />;

/**
 * The player loads after the page. If its script can't load (offline, or a newer build), the poster stays.
 */
const Moving = lazy<Preview>(() => import('@/features/live/preview.ts').catch(() => ({ default: Still })));

/** Plays a stream, muted, in the box around it. */
export const LivePreview: Preview = (props) => (
  <Suspense fallback={<Still {...props} />}>
    <Moving {...props} />
  </Suspense>
);
