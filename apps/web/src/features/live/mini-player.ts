import type { ReactNode } from 'react';
import { Store } from './engine/media/store.ts';

/**
 * The mini player of the stream whose page was left while it played; null: none. That page provides the element, so that the
 * app's first script does not contain it.
 */
export const miniPlayer = new Store<{ readonly shown: ReactNode }>({ shown: null });

export const closeMiniPlayer = (): void => miniPlayer.set({ shown: null });
