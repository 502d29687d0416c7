import type Hls from 'hls.js';
import { hasMediaSource, loadHls } from '../sources/hls-instance.ts';
import { mediaLoader } from '../sources/media-loader.ts';
import { streamControllers } from '../sources/stream-controllers.ts';

export interface PlayedRecording {
  /** The wall time of the frame on the screen; null while unknown. */
  dateMs(): number | null;
  /** Lets go of the element. */
  close(): void;
}

/**
 * Plays a recording in an element, whose own controls seek, pause and change the speed.
 * @param onFailed called once when playback fails
 * @param startMs where playback begins; null: near the end of a recording that grows
 */
export function playRecording(
  video: HTMLVideoElement,
  url: string,
  onFailed: () => void,
  startMs: number | null = 0,
): PlayedRecording {
  const closing = new AbortController();
  const { signal } = closing;
  let hls: Hls | undefined;
  const fail = () => {
    if (signal.aborted) return;
    closing.abort();
    onFailed();
  };
  if (hasMediaSource()) {
    loadHls().then((module) => {
      if (signal.aborted) return;
      const { default: Player, Events } = module;
      const player = new Player({
        startPosition: startMs === null ? -1 : startMs / 1000,
        enableWorker: false,
        maxBufferLength: 20,
        backBufferLength: 60,
        maxBufferHole: 0.3,
        fLoader: mediaLoader(),
        ...streamControllers(module),
      });
      hls = player;
      signal.addEventListener('abort', () => player.destroy());
      player.on(Events.ERROR, (_, { fatal }) => {
        if (fatal) fail();
      });
      player.loadSource(url);
      player.attachMedia(video);
    }, fail);
  } else {
    const seek = () => {
      if (startMs !== null) video.currentTime = startMs / 1000;
    };
    video.addEventListener('loadedmetadata', seek, { signal, once: true });
    video.addEventListener('error', fail, { signal });
    video.src = url;
    signal.addEventListener('abort', () => video.removeAttribute('src'));
  }
  return {
    dateMs: () => hls?.playingDate?.getTime() ?? null,
    close: () => closing.abort(),
  };
}
