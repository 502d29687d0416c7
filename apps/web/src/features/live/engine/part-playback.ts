import { hasMediaSource, loadHls } from './sources/hls-instance.ts';

/**
 * Plays a recording in an element from a position on.
 * @param startMs null: near the end of a recording that grows
 * @param onFailed called once when playback fails
 * @returns a function that lets go of the element
 */
export function playPart(
  video: HTMLVideoElement,
  url: string,
  startMs: number | null,
  onFailed: () => void,
): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  const fail = () => {
    if (signal.aborted) return;
    closing.abort();
    onFailed();
  };
  if (hasMediaSource()) {
    loadHls().then(({ default: Hls, Events }) => {
      if (signal.aborted) return;
      const hls = new Hls({
        startPosition: startMs === null ? -1 : startMs / 1000,
        enableWorker: false,
        maxBufferLength: 20,
        maxBufferHole: 0.3,
      });
      signal.addEventListener('abort', () => hls.destroy());
      hls.on(Events.ERROR, (_, { fatal }) => {
        if (fatal) fail();
      });
      hls.loadSource(url);
      hls.attachMedia(video);
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
  return () => closing.abort();
}
