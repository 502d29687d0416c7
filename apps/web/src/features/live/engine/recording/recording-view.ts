import { playback } from '@/lib/playback.ts';
import { browserNetwork, systemClock } from '../media/environment.ts';
import { coverVideo } from '../media/held-frame.ts';
import { captureFrame } from '../media/media-element.ts';
import { createElements, type PlayerElements } from '../player-view.ts';
import { openRecording } from '../sources/recording-source.ts';
import { RecordingPlayer } from './recording-player.ts';

export interface RecordingView extends PlayerElements {
  readonly player: RecordingPlayer;
}

export interface RecordingViewOptions {
  readonly muted?: boolean;
  /** The viewer's preference by default. */
  readonly autoplay?: boolean | undefined;
  /** False: shows the frame at the start, and waits. */
  readonly playing?: boolean;
}

/** Creates a player of a recording with the viewer's preferences. */
export function createRecordingView(
  { muted = false, autoplay = playback().autoplay, playing = true }: RecordingViewOptions,
  { video, heldFrame }: PlayerElements = createElements(),
): RecordingView {
  const player = new RecordingPlayer({
    video,
    muted,
    autoplay,
    playing,
    frameHeld: !heldFrame.hidden,
    environment: { clock: systemClock, network: browserNetwork },
    openRecording: (url, events, startSeconds) =>
      openRecording(video, url, events, startSeconds, systemClock),
    holdFrame: () => captureFrame(video, heldFrame),
  });
  player.store.subscribe(coverVideo(video, heldFrame, () => player.store.get().frameHeld, systemClock));
  return { player, video, heldFrame };
}
