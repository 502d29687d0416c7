/** Follows a media playlist from its first segment on, adding up durations to know when each part ends. */

export interface NewPart {
  /** Media time of its end, in seconds from the stream's first video frame. */
  readonly endSeconds: number;
  readonly uri: string;
}

export interface EdgeReader {
  readonly partTargetSeconds: number;
  /** The part of the preload hint, to request next. */
  readonly next: { readonly msn: number; readonly part: number };
  /** Reads a playlist, whole or delta, and returns the parts that are new. */
  read(playlist: string): readonly NewPart[];
}

export function createEdgeReader(): EdgeReader {
  const segmentEnds = new Map<number, number>();
  let partTargetSeconds = 0;
  let next = { msn: 0, part: 0 };

  return {
    get partTargetSeconds() {
      return partTargetSeconds;
    },
    get next() {
      return next;
    },
    read(playlist) {
      const fresh: NewPart[] = [];
      const seen = next;
      let msn = 0;
      let part = 0;
      let time = 0;
      for (const line of playlist.split('\n')) {
        const [tag = '', value = ''] = line.split(/:(.*)/s);
        if (tag === '#EXT-X-PART-INF') partTargetSeconds = Number(/PART-TARGET=([\d.]+)/.exec(value)?.[1]);
        else if (tag === '#EXT-X-MEDIA-SEQUENCE') msn = Number(value);
        else if (tag === '#EXT-X-SKIP') msn += Number(/SKIPPED-SEGMENTS=(\d+)/.exec(value)?.[1]);
        else if (tag === '#EXT-X-PART') {
          if (part === 0) time = segmentEnds.get(msn - 1) ?? 0;
          time += Number(/DURATION=([\d.]+)/.exec(value)?.[1]);
          const isNew = msn > seen.msn || (msn === seen.msn && part >= seen.part);
          if (isNew) fresh.push({ endSeconds: time, uri: /URI="([^"]+)"/.exec(value)?.[1] ?? '' });
          part++;
        } else if (tag === '#EXTINF') {
          segmentEnds.set(msn, (segmentEnds.get(msn - 1) ?? 0) + Number.parseFloat(value));
          msn++;
          part = 0;
        } else if (tag === '#EXT-X-PRELOAD-HINT') {
          const [, hintMsn, hintPart] = /\/(\d+)\.(\d+)\.m4s"/.exec(value) ?? [];
          next = { msn: Number(hintMsn), part: Number(hintPart) };
        }
      }
      return fresh;
    },
  };
}
