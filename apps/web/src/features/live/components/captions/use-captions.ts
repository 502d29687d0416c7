import type { CaptionTrack } from '@tributary/contracts/shared';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type CaptionsSnapshot, VideoCaptions } from '../../engine/captions/video-captions.ts';

const NONE: CaptionsSnapshot = { tracks: [], isOn: false, chosen: null, lines: [] };
const neverChanges = () => () => {};

export interface ShownCaptions extends CaptionsSnapshot {
  choose(track: TextTrack | null): void;
  toggle(): void;
}

/** The captions of a video, with the files of a recording. */
export function useCaptions(video: HTMLVideoElement | null, files: readonly CaptionTrack[]): ShownCaptions {
  const [captions, setCaptions] = useState<VideoCaptions | null>(null);
  // The list is read again whenever anything about the stream changes.
  const key = JSON.stringify(files);
  useEffect(() => {
    if (video === null) return;
    const created = new VideoCaptions(video, JSON.parse(key) as CaptionTrack[]);
    setCaptions(created);
    return () => {
      created.destroy();
      setCaptions(null);
    };
  }, [video, key]);
  const snapshot = useSyncExternalStore(
    captions?.store.subscribe ?? neverChanges,
    captions?.store.get ?? (() => NONE),
  );
  return {
    ...snapshot,
    choose: (track) => captions?.choose(track),
    toggle: () => captions?.toggle(),
  };
}
