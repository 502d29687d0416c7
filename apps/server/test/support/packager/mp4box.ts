/** Reads MP4 files with GPAC's demuxer. */
import { createFile, Log, MP4BoxBuffer, type Sample } from 'mp4box';
import { vi } from 'vitest';

export interface BoxRead {
  /** The samples of the tracks, each in the order of the file. */
  readonly tracks: readonly (readonly Sample[])[];
  /** The errors and warnings of the demuxer. */
  readonly complaints: readonly string[];
}

export function readByMp4box(file: Buffer): BoxRead {
  const complaints: string[] = [];
  const warnings = vi.spyOn(console, 'warn').mockImplementation((...words) => {
    complaints.push(words.join(' '));
  });
  Log.setLogLevel(Log.warn);
  // The library keeps the sample data, which it extracts.
  const box = createFile(true);
  box.onError = (module, message) => complaints.push(`${module} ${message}`);
  const tracks = new Map<number, Sample[]>();
  box.onReady = (movie) => {
    for (const { id } of movie.tracks) {
      tracks.set(id, []);
      box.setExtractionOptions(id, undefined, { nbSamples: 1 });
    }
    box.start();
  };
  box.onSamples = (id, _user, samples) => void tracks.get(id)?.push(...samples);
  // The bytes are copied to a buffer of their own, since the library reads the underlying buffer.
  const copy = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
  box.appendBuffer(MP4BoxBuffer.fromArrayBuffer(copy, 0));
  box.flush();
  warnings.mockRestore();
  return { tracks: [...tracks.values()], complaints };
}
