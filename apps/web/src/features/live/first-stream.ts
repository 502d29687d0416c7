import { playback } from '@/lib/playback.ts';
import type { StartOptions } from './engine/live/player-types.ts';
import { showPlayerIn } from './engine/player-view.ts';
import { preparedPlayer } from './engine/prepared-player.ts';
import { earlyStart } from './engine/recording/early-start.ts';
import { readStartOptions } from './start-options.ts';

/** The app starts after this time even if the stream has not. */
const FIRST_FRAME_LIMIT_MS = 1_000;

/**
 * Plays the stream or the recording of the page's first screen, which the server has rendered, before the app is loaded.
 * @returns a promise that resolves with the first frame, or when the app should no longer wait for it
 */
export async function playFirstStream(): Promise<void> {
  const box = document.querySelector<HTMLElement>('[data-playback-url]');
  const { playbackUrl, recordingId } = box?.dataset ?? {};
  const { autoplay = playback().autoplay, muted } = startOptions();
  if (!box || !playbackUrl || !autoplay) return;
  const view = recordingId
    ? preparedPlayer.prepareRecording(playbackUrl, await earlyStart(recordingId, location.search), muted)
    : preparedPlayer.prepare(playbackUrl, muted);
  showPlayerIn(box, view);
  await new Promise<void>((resolve) => {
    setTimeout(resolve, FIRST_FRAME_LIMIT_MS);
    // Old browsers do not have it.
    view.video.requestVideoFrameCallback?.(() => resolve());
  });
}

function startOptions(): StartOptions {
  const { pathname, search } = location;
  return pathname.startsWith('/embed/')
    ? readStartOptions(Object.fromEntries(new URLSearchParams(search)))
    : {};
}
