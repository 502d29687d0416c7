import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { streamId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { RecordingIndex } from '#media/recorder/index.ts';
import type { StoredObject } from '#platform/storage/index.ts';
import { createExcerpts } from './excerpts.ts';

const RUN = '1760000000000-0-Ab3_x9-Q';
const TRACKS = {
  video: { kind: 'video', codecString: 'avc1.64001f', width: 1280, height: 720, frameRate: 30 },
  audio: { kind: 'audio', codecString: 'mp4a.40.2', channels: 2 },
} as const;
const RENDITIONS = ['video', 'audio'] as const;

/** A recording of five segments of 2 s, whose last one is listed when the first file is read. */
function growingRecording() {
  const index = new RecordingIndex();
  const stored = new Map<string, Buffer>();
  for (const name of RENDITIONS) {
    const track = { ...TRACKS[name], targetDurationSeconds: 2 };
    stored.set(`${RUN}/${name}/track.json`, Buffer.from(JSON.stringify(track)));
    stored.set(`${RUN}/${name}/init.mp4`, Buffer.from('init'));
    for (let msn = 0; msn < 5; msn += 1) {
      stored.set(`${RUN}/0/${name}-${msn}-2.00000.m4s`, Buffer.from('media'));
    }
    index.describe(name, TRACKS[name]);
  }
  for (const [path, { byteLength }] of stored) index.add(path, byteLength);
  index.settle(3);
  const objectOf = (bytes: Buffer | undefined): StoredObject | null =>
    bytes === undefined
      ? null
      : {
          stream: Readable.from([bytes]),
          bytes: async () => bytes,
          size: bytes.byteLength,
          range: null,
          contentType: null,
        };
  return { index, objectOf, stored };
}

it('lists the same segments of video and audio when one finishes while the excerpt is copied', async () => {
  const { index, objectOf, stored } = growingRecording();
  const copies = new Map<string, Buffer>();
  const cut = createExcerpts({
    store: {
      playlist: async () => null,
      get: async (_id, path) => {
        index.settle(4);
        return objectOf(stored.get(path));
      },
    },
    storage: {
      put: async (path, source) => {
        const chunks = source instanceof Uint8Array ? [source] : source;
        copies.set(path, await buffer(Readable.from(chunks)));
      },
      get: async (path) => objectOf(copies.get(path)),
    },
    recorder: { indexOf: () => ({ index, isComplete: false }), rebuild: () => expect.fail('rebuilt') },
    mediaOf: async () => undefined,
  });
  const id = streamId.parse(uuidv7());
  expect(await cut(id, { startMs: 3_000, endMs: 9_500 }, 'clip/')).toMatchObject({ durationMs: 5_000 });
  for (const name of RENDITIONS) {
    const lines = copies.get(`clip/${name}.m3u8`)?.toString().split('\n') ?? [];
    expect(lines).not.toContain('#EXT-X-GAP');
    expect(lines.filter((line) => line.endsWith('.m4s'))).toHaveLength(3);
  }
});
