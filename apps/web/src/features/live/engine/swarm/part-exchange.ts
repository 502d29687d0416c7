/** Lets a swarm supply the parts, segments and init sections that hls.js requests, and the playlists while the instance does not answer. */
import type { SwarmSession } from '@tributary/swarm/session/swarm-session';
import Hls, { type LevelDetails } from 'hls.js';
import type { Clock } from '../media/environment.ts';
import type { PartSupply, RequestedMedia } from '../sources/part-supply.ts';
import type { HttpMirrors } from './http-mirrors.ts';
import { playlistLoader } from './playlist-loader.ts';
import { SegmentParts } from './segment-parts.ts';

/** A part has to be there this long before it is shown, to be verified and decoded. */
const DECODE_MS = 150;

/** @returns a function that ends the exchange: all parts are loaded from their URLs again */
export function exchangeParts(
  supply: PartSupply,
  session: SwarmSession,
  video: Pick<HTMLVideoElement, 'currentTime' | 'playbackRate' | 'paused'>,
  onLoaded: (bytes: number) => void,
  mirrors: HttpMirrors,
  clock: Clock,
): () => void {
  const { hls } = supply;
  const segments = new SegmentParts();
  const onPlaylist = (_event: string, { details }: { readonly details: LevelDetails }) => {
    const urls = new Map(
      details.partList?.map((part) => [`${part.fragment.sn}.${part.index}`, part.url] as const),
    );
    segments.read(details);
    session.playlist(details.m3u8, ({ sequence, part }) => urls.get(`${sequence}.${part}`));
    // The first ones were loaded before there was a session.
    const inits = new Set(details.fragments.map(({ initSegment }) => initSegment));
    for (const init of inits) if (init?.data) session.offer(init.url, init.data);
  };
  hls.on(Hls.Events.LEVEL_LOADED, onPlaylist);
  hls.on(Hls.Events.AUDIO_TRACK_LOADED, onPlaylist);
  hls.config.pLoader = playlistLoader(session.playlists, mirrors, clock);
  supply.supplier = {
    loaded: onLoaded,
    request(media, done) {
      let cancel: (() => void) | null = null;
      let isCancelled = false;
      // hls.js may request a part before it tells listeners of the playlist that lists it.
      queueMicrotask(() => {
        if (isCancelled) return;
        const parts = segments.of(media.url);
        const own = parts === undefined ? null : session.segment(parts);
        if (own !== null) return done(own.buffer);
        cancel = session.request(media.url, neededInMs(media, video), (supplied) =>
          done(supplied === null ? null : supplied.bytes.buffer),
        );
        if (cancel === null) done(null);
      });
      return () => {
        isCancelled = true;
        cancel?.();
      };
    },
  };
  return () => {
    supply.supplier = null;
    delete hls.config.pLoader;
    hls.off(Hls.Events.LEVEL_LOADED, onPlaylist);
    hls.off(Hls.Events.AUDIO_TRACK_LOADED, onPlaylist);
  };
}

function neededInMs(
  { start }: RequestedMedia,
  { currentTime, playbackRate, paused }: Pick<HTMLVideoElement, 'currentTime' | 'playbackRate' | 'paused'>,
): number {
  if (paused) return Number.POSITIVE_INFINITY;
  return ((start - currentTime) * 1000) / Math.max(0.5, playbackRate) - DECODE_MS;
}
