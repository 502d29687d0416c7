import { hasMediaSource, loadHls } from './sources/hls-instance.ts';

/**
 * Plays a recording in an element, whose own controls seek, pause and change the speed.
 * @param onFailed called once when playback fails
 * @returns a function that lets go of the element
 */
export function playRecording(video: HTMLVideoElement, url: string, onFailed: () => void): () => void {
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
      // From the beginning, also while its last seconds are being stored.
      const hls = new Hls({
        startPosition: 0,
        enableWorker: false,
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
    video.addEventListener('error', fail, { signal });
    video.src = url;
    signal.addEventListener('abort', () => video.removeAttribute('src'));
  }
  return () => closing.abort();
}
