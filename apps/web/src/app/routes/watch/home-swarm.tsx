import { type ComponentType, lazy, Suspense } from 'react';

/** The sentence is the last one of Home, so its script loads after the first one. Without it, Home ends above. */
const Sentence = lazy<ComponentType>(() =>
  import('@/features/swarm/index.ts').then(
    ({ HomeSwarm }) => ({ default: HomeSwarm }),
    () => ({ default: () => null }),
  ),
);

/** The share of the media that viewers pass on to each other, at the end of Home. */
export const HomeSwarm = () => (
  <Suspense>
    <Sentence />
  </Suspense>
);
