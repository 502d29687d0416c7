import type { ComponentType } from 'react';

/** Plays a stream, muted and without controls, in the box around it. The app passes in the player's. */
export type Preview = ComponentType<{ playbackUrl: string; poster: string | null }>;
