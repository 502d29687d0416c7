/** A presentation in memory that advances on command, for tests and benches of delivery. */
import { gzipSync } from 'node:zlib';
import type {
  CachedPlaylist,
  Edge,
  MediaBytes,
  Presentation,
  Rendition,
  StoredBytes,
} from '../../../src/media/presentation/presentation.ts';

export interface FixtureShape {
  readonly name?: string;
  readonly partTargetSeconds?: number;
  readonly targetDurationSeconds?: number;
  /** The number of finished segments that stay available. */
  readonly windowSegments?: number;
}

export interface FixtureRendition extends Rendition {
  /** Adds a part of these chunks to the open segment. */
  addPart(...chunks: readonly Uint8Array[]): void;
  /** Finishes the open segment; the edge moves to the next one, which has no part yet. */
  closeSegment(): void;
  /** Moves a finished segment to the store, from which it is read then. */
  store(msn: number, copy: StoredBytes): void;
  end(): void;
  /** The number of listeners. */
  readonly listeners: number;
  part(msn: number, part: number): MediaBytes | undefined;
}

export interface FixturePresentation extends Presentation {
  readonly video: FixtureRendition;
  readonly audio: FixtureRendition;
  /** A rendition that is made on request, and can be played from its first part on. */
  readonly made: FixtureRendition;
  /** Whether it cannot be made now. */
  isFull: boolean;
}

export function createPresentationFixture(
  streamId: string,
  epoch: string,
  shape: FixtureShape = {},
): FixturePresentation {
  const video = createFixtureRendition({ ...shape, name: 'video' });
  const audio = createFixtureRendition({ ...shape, name: 'audio' });
  const made = createFixtureRendition({ ...shape, name: '480p' });
  const multivariant = cachedPlaylist(`#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=3000000\n${epoch}/video.m3u8\n`);
  const rendition = (name: string) => [video, audio, made].find((one) => one.name === name);
  return {
    streamId,
    epoch,
    video,
    audio,
    made,
    isFull: false,
    multivariant: () => multivariant,
    rendition,
    request(name) {
      return this.isFull && name === made.name ? 'refused' : rendition(name);
    },
  };
}

function createFixtureRendition(shape: FixtureShape): FixtureRendition {
  const { name = 'video', partTargetSeconds = 1 / 3, targetDurationSeconds = 2, windowSegments = 30 } = shape;
  const segments = new Map<number, MediaBytes[]>([[0, []]]);
  const stored = new Map<number, StoredBytes>();
  const listeners = new Set<() => void>();
  const init = Buffer.from(`init of ${name}`);
  let edge: Edge = { msn: 0, part: -1 };
  let ended = false;
  let playlists = renderBoth();

  function renderBoth(): readonly [whole: CachedPlaylist, delta: CachedPlaylist] {
    return [renderPlaylist(false), renderPlaylist(true)];
  }

  function renderPlaylist(delta: boolean): CachedPlaylist {
    const lines = ['#EXTM3U', `#EXT-X-PART-INF:PART-TARGET=${partTargetSeconds}`];
    if (delta) lines.push('#EXT-X-SKIP:SKIPPED-SEGMENTS=1');
    for (const [msn, parts] of segments) {
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(msn * 2000).toISOString()}`);
      for (const part of parts.keys()) {
        const uri = `${name}/${msn}.${part}.m4s`;
        lines.push(`#EXT-X-PART:DURATION=${partTargetSeconds.toFixed(5)},URI="${uri}"`);
      }
      if (msn < edge.msn) lines.push('#EXTINF:2.00000,', `${name}/${msn}.m4s`);
    }
    if (ended) lines.push('#EXT-X-ENDLIST');
    return cachedPlaylist(`${lines.join('\n')}\n`);
  }

  function advance(): void {
    playlists = renderBoth();
    for (const listener of listeners) listener();
  }

  return {
    name,
    kind: name === 'audio' ? 'audio' : 'video',
    get isPlayable() {
      return name !== '480p' || edge.msn > 0 || edge.part >= 0;
    },
    partTargetSeconds,
    targetDurationSeconds,
    get edge() {
      return edge;
    },
    get ended() {
      return ended;
    },
    get listeners() {
      return listeners.size;
    },
    playlist: (delta) => playlists[delta ? 1 : 0],
    init: (version) => (version === 0 ? init : undefined),
    part: (msn, part) => segments.get(msn)?.[part],
    segment(msn) {
      const parts = msn < edge.msn || ended ? segments.get(msn) : undefined;
      if (parts === undefined || parts.length === 0) return undefined;
      const copy = stored.get(msn);
      if (copy !== undefined) return copy;
      const chunks = parts.flatMap((part) => part.chunks);
      return { chunks, byteLength: byteLengthOf(chunks) };
    },
    onAdvance(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    addPart(...chunks) {
      segments.get(edge.msn)?.push({ chunks, byteLength: byteLengthOf(chunks) });
      edge = { msn: edge.msn, part: edge.part + 1 };
      advance();
    },
    closeSegment() {
      edge = { msn: edge.msn + 1, part: -1 };
      segments.set(edge.msn, []);
      segments.delete(edge.msn - windowSegments - 1);
      advance();
    },
    store: (msn, copy) => void stored.set(msn, copy),
    end() {
      ended = true;
      advance();
    },
  };
}

function byteLengthOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
}

function cachedPlaylist(text: string): CachedPlaylist {
  const body = Buffer.from(text);
  let compressed: Uint8Array | undefined;
  return {
    body,
    gzip() {
      compressed ??= gzipSync(body);
      return compressed;
    },
  };
}
