/**
 * A stream whose playlists are asked for while its page is still being drawn: hls.js takes a URL
 * before it has an element. One at a time; whoever opens the same URL takes it over.
 */
import type Hls from 'hls.js';
import type { HlsSettings } from './hls-instance.ts';
import { hasMediaSource, loadHls } from './hls-source.ts';
import { makeHls } from './make-hls.ts';

/** A page that has not taken it by then shows something else. */
const KEPT_MS = 10_000;

let waiting: { readonly url: string; readonly hls: Hls; readonly drop: () => void } | null = null;

/** Begins to load `url`. Failing costs nothing: the player asks again, and says so if it cannot have it. */
export async function beginEarly(url: string, settings: HlsSettings): Promise<void> {
  if (!hasMediaSource() || waiting?.url === url) return;
  const module = await loadHls();
  waiting?.drop();
  const hls = makeHls(module, settings);
  const drop = () => {
    if (waiting?.hls !== hls) return;
    waiting = null;
    hls.destroy();
  };
  hls.once(module.Events.ERROR, drop);
  setTimeout(drop, KEPT_MS);
  waiting = { url, hls, drop };
  hls.loadSource(url);
}

/** What `beginEarly` has begun for this URL, or null. */
export function takeEarly(url: string): Hls | null {
  if (waiting?.url !== url) return null;
  const { hls } = waiting;
  waiting = null;
  return hls;
}
