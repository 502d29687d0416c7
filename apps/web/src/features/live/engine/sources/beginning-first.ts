/**
 * Shows a recording before its playlists are parsed.
 *
 * hls.js parses the playlists of both tracks whole before it loads a segment: for a recording of hours, that takes longer
 * than everything else up to the first frame. So it gets the beginning of each as if it grew, and its request for the
 * rest waits for the first frame, as a server may let it wait (RFC 8216bis, section 6.2.5.2).
 */
import type {
  HlsConfig,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoaderResponse,
  LoaderStats,
  NullableNetworkDetails,
} from 'hls.js';

export type LoaderConstructor = HlsConfig['loader'];

/** How much hls.js gets first, from the start on: more than it buffers before the first frame. */
const BEGINNING_SECONDS = 60;
/** Of what is not this many times longer, it gets the whole. */
const MIN_RATIO = 2;

const FINISHED = '#EXT-X-PLAYLIST-TYPE:VOD';
/** A comment, which players ignore (section 4.1). */
const MARK = '# The rest follows after the first frame';
const GROWING = `#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES\n${MARK}`;
const SEGMENT = /^#EXTINF:([\d.]+),.*\n(?:#.*\n)*.+\n/gm;

/** @returns null for what is not the media playlist of a finished recording, and for a short one */
export function beginningOf(playlist: string, startSeconds: number): string | null {
  const typeAt = playlist.indexOf(FINISHED);
  if (typeAt === -1) return null;
  let seconds = 0;
  for (const { 0: text, 1: duration, index } of playlist.matchAll(SEGMENT)) {
    seconds += Number(duration);
    if (seconds < startSeconds + BEGINNING_SECONDS) continue;
    const end = index + text.length;
    if (end * MIN_RATIO > playlist.length) return null;
    return playlist.slice(0, typeAt) + GROWING + playlist.slice(typeAt + FINISHED.length, end);
  }
  return null;
}

/** Whether hls.js has the beginning of a playlist only. */
export const isBeginning = (playlist: string): boolean => playlist.includes(MARK);

export interface PlaybackStart {
  readonly seconds: number;
  readonly firstFrame: Promise<void>;
}

/** The loader of one player. @param Base loads everything */
export function beginningFirst(Base: LoaderConstructor, start: PlaybackStart): LoaderConstructor {
  /** Responses of which hls.js has the beginning, by URL without the query of a reload. */
  const wholes = new Map<
    string,
    { response: LoaderResponse; stats: LoaderStats; details: NullableNetworkDetails }
  >();
  let hasBegun = false;
  void start.firstFrame.then(() => {
    hasBegun = true;
  });

  return class BeginningFirstLoader extends Base {
    #isClosed = false;

    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const [url = context.url] = context.url.split('?');
      const whole = wholes.get(url);
      if (whole !== undefined) {
        this.context = context;
        void start.firstFrame.then(() => {
          if (this.#isClosed) return;
          wholes.delete(url);
          callbacks.onSuccess(whole.response, whole.stats, context, whole.details);
        });
        return;
      }
      super.load(context, config, {
        ...callbacks,
        onSuccess(response, stats, _, details) {
          const { data } = response;
          // Another rendition than the first is loaded where playback is, of which this knows nothing.
          const isFirst = typeof data === 'string' && !hasBegun;
          const beginning = isFirst ? beginningOf(data, start.seconds) : null;
          if (beginning !== null) wholes.set(url, { response, stats, details });
          callbacks.onSuccess(
            beginning === null ? response : { ...response, data: beginning },
            stats,
            context,
            details,
          );
        },
      });
    }

    override abort(): void {
      this.#isClosed = true;
      super.abort();
    }

    override destroy(): void {
      this.#isClosed = true;
      super.destroy();
    }
  };
}
