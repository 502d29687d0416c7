import { lazy, Suspense } from 'react';
import type { Preview } from '@/features/discovery/index.ts';
import { Picture } from '@/ui/media/image.tsx';

const Still: Preview = ({ poster }) => <Picture src={poster} alt="" className="size-full" />;

/** The player's part of Home comes after Home itself; without it (offline, a newer build) the picture stays. */
const Moving = lazy<Preview>(() => import('@/features/live/preview.ts').catch(() => ({ default: Still })));

/** A stream that plays, muted, in the box around it. */
export const LivePreview: Preview = (props) => (
  <Suspense fallback={<Still {...props} />}>
    <Moving {...props} />
  </Suspense>
);
