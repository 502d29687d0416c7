/** Plays a recording, also one that still grows because its stream runs. */
import type { Clock } from '../media/environment.ts';
import { hasMediaSource, loadHls } from './hls-instance.ts';
import { NativeSource } from './native-source.ts';
import type { Source, SourceEvents } from './source.ts';

export interface RecordingSource extends Source {
  /** Seconds of media that there are so far, or null while unknown. */
  readonly lengthSeconds: number | null;
  /** Its stream still runs. */
  readonly isGrowing: boolean;
  /** The position of a wall time of the server, in seconds, or null while unknown. */
  positionAt(dateMs: number): number | null;
  /** The wall time of the server at which a position was live, or null while unknown. */
  dateMsAt(seconds: number): number | null;
}

/** @param startSeconds where playback begins */
export type OpenRecording = (
  url: string,
  events: SourceEvents,
  startSeconds: number,
) => Promise<RecordingSource>;

export async function openRecording(
  video: HTMLVideoElement,
  url: string,
  events: SourceEvents,
  startSeconds: number,
  clock: Clock,
): Promise<RecordingSource> {
  if (!hasMediaSource()) return new NativeRecordingSource(video, url, events, clock);
  // Together, since the first frame waits for both.
  const [module, { openWithHls }] = await Promise.all([loadHls(), import('./hls-recording-source.ts')]);
  return await openWithHls(module, video, url, events, startSeconds, clock);
}

class NativeRecordingSource extends NativeSource implements RecordingSource {
  readonly #video: HTMLVideoElement;

  constructor(video: HTMLVideoElement, url: string, events: SourceEvents, clock: Clock) {
    super(video, url, events, clock);
    this.#video = video;
  }

  override get latency(): null {
    return null;
  }

  get lengthSeconds(): number | null {
    const { duration } = this.#video;
    return Number.isFinite(duration) ? duration : this.edge;
  }

  get isGrowing(): boolean {
    return this.#video.duration === Number.POSITIVE_INFINITY;
  }

  positionAt(): null {
    return null;
  }

  dateMsAt(): null {
    return null;
  }
}
