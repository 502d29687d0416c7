/** The element's state from which on it shows a frame. */
export const HAVE_CURRENT_DATA = 2;

/** The part of a video element that the engine uses, so that tests can stand in for it. */
export type MediaElement = EventTarget &
  Pick<
    HTMLVideoElement,
    | 'buffered'
    | 'currentTime'
    | 'duration'
    | 'ended'
    | 'getVideoPlaybackQuality'
    | 'isConnected'
    | 'muted'
    | 'pause'
    | 'paused'
    | 'play'
    | 'playbackRate'
    | 'readyState'
    | 'seekable'
    | 'seeking'
    | 'videoHeight'
    | 'videoWidth'
    | 'volume'
  >;

/** Seconds of media ahead of the playhead without a gap. */
export function bufferedAhead({
  buffered,
  currentTime,
}: Pick<MediaElement, 'buffered' | 'currentTime'>): number {
  for (let i = 0; i < buffered.length; i++) {
    if (buffered.start(i) <= currentTime + 0.1 && currentTime < buffered.end(i)) {
      return buffered.end(i) - currentTime;
    }
  }
  return 0;
}

/**
 * Copies the current frame to `canvas`, which covers the element while its source is replaced. Where there is none, such
 * as during a seek, the frame copied before stays.
 */
export function captureFrame(
  video: Pick<HTMLVideoElement, 'videoWidth' | 'videoHeight' | 'readyState'> & CanvasImageSource,
  canvas: Pick<HTMLCanvasElement, 'width' | 'height' | 'getContext'>,
): void {
  const { videoWidth: width, videoHeight: height, readyState } = video;
  if (width === 0 || height === 0 || readyState < HAVE_CURRENT_DATA) return;
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
}
