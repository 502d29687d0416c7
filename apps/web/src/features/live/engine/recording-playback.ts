import { hasMediaSource, loadHls } from './sources/hls-instance.ts';

/**
 * Plays a recording in an element, whose own controls seek, pause and change the speed.
 * @param onFailed called once when playback fails
 * @param startMs where playback begins; null: near the end of a recording that grows
 * @returns a function that lets go of the element
 */
export function playRecording(
  video: HTMLVideoElement,
  url: string,
  onFailed: () => void,
  startMs: number | null = 0,
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
        backBufferLength: 60,
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
