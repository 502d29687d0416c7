/** When uploads are deleted that nobody continues or that failed. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { purgeExpiredUploads } from './upload-expiry.service.ts';
import { createUploadFiles } from './upload-files.ts';
import * as repo from './uploads.repo.ts';

const folder = await mkdtemp(join(tmpdir(), 'tributary-upload-expiry-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const db = await createTestDatabase();
const people = createPeopleFixture(db);
const files = createUploadFiles(folder, { freeBytes: 1e12 });
const now = Date.parse('2026-01-01T00:00:00.000Z');

const expireAfter = (days: number) =>
  purgeExpiredUploads({ db, files, nowMs: () => now + days * DAY_MS }, new AbortController().signal);

async function upload(owner: UserId, state: 'uploading' | 'processing' | 'failed'): Promise<StreamId> {
  const id = uuidv7() as StreamId;
  await files.create(id);
  await db.pool.query(
    `insert into uploads (id, streamer_id, file_name, byte_length, state, failure, updated_at)
     values ($1, $2, 'a.mp4', 10, $3, $4, $5)`,
    [id, owner, state, state === 'failed' ? 'Unreadable.' : null, new Date(now)],
  );
  return id;
}

it('deletes uploads two days after their last byte and failed ones after a week, with their files, and none that wait for their turn', async () => {
  const owner = await people.streamer();
  const unfinished = await upload(owner, 'uploading');
  const failed = await upload(owner, 'failed');
  const waiting = await upload(owner, 'processing');
  const left = async () => {
    const rows = await db.read((reader) => repo.findOwn(reader, owner));
    return new Map(rows.map(({ id, state }) => [id, state]));
  };

  await expireAfter(0.9);
  expect((await left()).size).toBe(3);
  await expireAfter(1.9);
  expect((await left()).get(unfinished)).toBe('uploading');
  await expireAfter(2.1);
  expect([...(await left()).keys()].sort()).toEqual([failed, waiting].sort());
  expect([existsSync(files.pathOf(unfinished)), existsSync(files.pathOf(failed))]).toEqual([false, true]);
  await expireAfter(7.1);
  expect((await left()).has(failed)).toBe(false);
  expect(existsSync(files.pathOf(failed))).toBe(false);
  expect([(await left()).get(waiting), existsSync(files.pathOf(waiting))]).toEqual(['processing', true]);
});

it('deletes files without an upload, and nothing else in the folder', async () => {
  const orphan = uuidv7() as StreamId;
  await files.create(orphan);
  await writeFile(join(folder, 'notes.txt'), 'Kept.');
  await expireAfter(0);
  expect([existsSync(files.pathOf(orphan)), existsSync(join(folder, 'notes.txt'))]).toEqual([false, true]);
});
