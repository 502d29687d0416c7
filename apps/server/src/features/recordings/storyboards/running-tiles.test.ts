import type { StreamId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { RecordingIndex, readTrack } from '#media/recorder/index.ts';
import { recordVideo } from '../../../../test/support/recorded-video.ts';
import { createRunningTiles } from './running-tiles.ts';

const files = await recordVideo(2);
const index = await RecordingIndex.of(
  [...files].map(([path, { byteLength }]) => ({ path, byteLength })),
  async (path) => readTrack(files.get(path) ?? expect.fail(path)),
);
const id = uuidv7() as StreamId;
const read = async (_: StreamId, path: string, first: number, last: number) =>
  Buffer.from(files.get(path)?.subarray(first, last + 1) ?? expect.fail(path));

it('renders each frame once for all who ask for it', async () => {
  const rendered: number[] = [];
  const tiles = createRunningTiles(
    { read },
    {
      async renderTile({ payload }) {
        rendered.push(payload.byteLength);
        return Buffer.from(String(rendered.length));
      },
    },
  );
  const asked = [0, 0, 1, 7].map((tile) => tiles.get(id, index, tile));
  const answers = (await Promise.all(asked)).map((tile) => tile && [String(tile.image), tile.isFinal]);
  expect(answers).toEqual([
    ['1', true],
    ['1', true],
    ['2', true],
    ['2', false],
  ]);
  expect(rendered).toHaveLength(2);
});

it('refuses frames that would have to wait long', async () => {
  const { promise, resolve } = Promise.withResolvers<null>();
  const tiles = createRunningTiles({ read }, { renderTile: () => promise });
  const others = Array.from({ length: 50 }, () => tiles.get(uuidv7() as StreamId, index, 0));
  await expect(tiles.get(id, index, 0)).rejects.toMatchObject({ code: 'previews_busy' });
  resolve(null);
  expect(await Promise.all(others)).toEqual(others.map(() => null));
  expect(await tiles.get(id, index, 0)).toBeNull();
});
