import { useSyncExternalStore } from 'react';
import { onPlaybackChange, type Playback, playback } from './playback.ts';

export const usePlayback = (): Playback => useSyncExternalStore(onPlaybackChange, playback);
