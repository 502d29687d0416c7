import { lazy, Suspense } from 'react';
import type { Preview } from '@/features/discovery/index.ts';
import { Picture } from '@/ui/picture.tsx';

/** The player's part of Home comes after Home itself: until then its poster stands there. */
const Lazy = lazy(() => import('@/features/live/preview.ts'));

/** A stream that plays, muted, in the box around it. */
export const LivePreview: Preview = (props) => (
  <Suspense fallback={<Picture src={props.poster} alt="" className="size-full" />}>
    <Lazy {...props} />
  </Suspense>
);
