import { playback } from '@/lib/playback.ts';
import { LivePlayer } from './live/player.ts';
import { browserNetwork, systemClock } from './media/environment.ts';
import { coverVideo } from './media/held-frame.ts';
import { captureFrame } from './media/media-element.ts';
import { openSource } from './sources/open-source.ts';

/** What shows the video. The elements exist apart from the page, and outlive their players. */
export interface PlayerElements {
  readonly video: HTMLVideoElement;
  /** Covers the video with its last frame while the source is replaced; hidden at other times. */
  readonly heldFrame: HTMLCanvasElement;
}

export interface PlayerView extends PlayerElements {
  readonly player: LivePlayer;
}

export interface ViewOptions {
  readonly preview?: boolean;
  readonly muted?: boolean;
  /** The viewer's preference by default. */
  readonly autoplay?: boolean | undefined;
}

export function createElements(): PlayerElements {
  const video = document.createElement('video');
  video.playsInline = true;
  video.tabIndex = -1;
  const heldFrame = document.createElement('canvas');
  heldFrame.hidden = true;
  return { video, heldFrame };
}

/** Creates a player with the viewer's preferences. */
export function createPlayerView(
  { preview = false, muted = false, autoplay = preview || playback().autoplay }: ViewOptions,
  { video, heldFrame } = createElements(),
): PlayerView {
  const player = new LivePlayer({
    video,
    preview,
    muted,
    autoplay,
    frameHeld: !heldFrame.hidden,
    environment: { clock: systemClock, network: browserNetwork },
    openSource: (url, events) => openSource(video, url, events, preview, systemClock),
    holdFrame: () => captureFrame(video, heldFrame),
  });
  player.store.subscribe(coverVideo(video, heldFrame, () => player.store.get().frameHeld, systemClock));
  return { player, video, heldFrame };
}

/** Puts a player's elements into `box`, an element of the page, and plays. */
export function showPlayerIn(
  box: Element,
  { player, video, heldFrame }: PlayerElements & { readonly player: { resume(): void } },
): void {
  box.replaceChildren(video, heldFrame);
  player.resume();
}
