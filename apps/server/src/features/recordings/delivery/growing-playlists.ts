/** The playlists of recordings that are not finished: their streams run, or have just ended. */
import { type RecordingIndex, renderMedia, renderRecordingMultivariant } from '#media/recorder/index.ts';
import type { IndexView } from '../recorder/stream-recording.ts';

const MEDIA = /^(video|audio)\.m3u8$/;

/** Texts of one index, until it changes. */
interface Rendered {
  readonly version: number;
  readonly isComplete: boolean;
  readonly texts: Map<string, Buffer | null>;
}

/** Renders each playlist once for all who ask before it changes. */
export interface GrowingPlaylists {
  /**
   * @param delta leave out what a client with a recent playlist knows
   * @returns null where there is no such playlist
   */
  get(view: IndexView, path: string, delta: boolean): Buffer | null;
}

export function createGrowingPlaylists(): GrowingPlaylists {
  const playlists = new WeakMap<RecordingIndex, Rendered>();

  return {
    get({ index, isComplete }, path, delta) {
      const { version } = index;
      let rendered = playlists.get(index);
      if (rendered?.version !== version || rendered.isComplete !== isComplete) {
        rendered = { version, isComplete, texts: new Map() };
        playlists.set(index, rendered);
      }
      const key = `${path} ${delta}`;
      let text = rendered.texts.get(key);
      if (text === undefined) {
        text = render({ index, isComplete }, path, delta);
        rendered.texts.set(key, text);
      }
      return text;
    },
  };
}

function render({ index, isComplete }: IndexView, path: string, delta: boolean): Buffer | null {
  const [, name] = MEDIA.exec(path) ?? [];
  const isMedia = name === 'video' || name === 'audio';
  const text = isMedia ? renderMedia(index, name, { isComplete, delta }) : renderRecordingMultivariant(index);
  return text === null ? null : Buffer.from(text);
}
