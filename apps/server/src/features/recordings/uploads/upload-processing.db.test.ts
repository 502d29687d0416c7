/** What becomes of the files of an upload whose processing is given up. */
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createMemoryStorage } from '../../../../test/support/memory-storage.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createRecordingStore } from '../files/recording-store.ts';
import { UploadFiles } from './upload-files.ts';
import { UploadProcessor } from './upload-processing.service.ts';
import * as repo from './uploads.repo.ts';

const db = await createTestDatabase();
const people = createPeopleFixture(db);
const store = createRecordingStore(createMemoryStorage());
const processor = new UploadProcessor({
  ...{ db, store, log: createLog('silent'), nowMs: () => 0 },
  files: new UploadFiles(tmpdir(), { freeBytes: 1e12 }),
  live: { keepThumbnail: () => expect.fail() },
  channels: { settings: () => expect.fail() },
  notifications: { notify: async () => undefined },
  storyboards: { request: () => expect.fail() },
});

/** An upload that is processed, and one of its files. */
async function processing() {
  const owner = await people.streamer();
  const id = await people.stream(owner, 'ended');
  await db.transact((tx) => repo.insert(tx, { id, streamerId: owner, fileName: 'a.mp4', byteLength: 10 }));
  await db.transact((tx) => repo.setProcessing(tx, id));
  await store.put(id, 'index.m3u8', Buffer.from('#EXTM3U\n'));
  const upload = (await db.read((reader) => repo.find(reader, id))) ?? expect.fail();
  return { id, owner, upload, isStored: async () => (await store.get(id, 'index.m3u8')) !== null };
}

it('deletes the files of an upload that is given up', async () => {
  const { id, upload, isStored } = await processing();
  await processor.fail(upload);
  expect(await isStored()).toBe(false);
  expect(await db.read((reader) => repo.find(reader, id))).toMatchObject({ state: 'failed' });
});

it('keeps the files of an upload that has become a recording in the meantime', async () => {
  const { id, owner, upload, isStored } = await processing();
  await db.transact((tx) => repo.remove(tx, id));
  await db.pool.query(`insert into recordings (stream_id, streamer_id, state) values ($1, $2, 'ready')`, [
    ...[id, owner],
  ]);
  await processor.fail(upload);
  expect(await isStored()).toBe(true);
});
