/** The order in which uploads are processed, by several processes, also when one of them dies. */
import { UPLOADS_AT_ONCE } from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { createTestJobs } from '../../../../test/support/test-jobs.ts';
import { createLog } from '../../../platform/log/log.ts';
import * as queue from './upload-queue.repo.ts';
import { createUploadQueue, type UploadQueueOptions } from './upload-queue.service.ts';
import * as repo from './uploads.repo.ts';
import type { Lane } from './uploads.tables.ts';

const db = await createTestDatabase();
const { jobs, waiting } = await createTestJobs(db);
const people = createPeopleFixture(db);
const [ada, bob, cyd] = [await people.streamer(), await people.streamer(), await people.streamer()];
const { signal } = new AbortController();
const SECONDS = 30;

beforeEach(async () => {
  await db.pool.query('delete from uploads');
  await db.pool.query('delete from test_jobs');
});

/** An upload that has arrived completely, after those before it. */
async function arrived(streamerId: UserId, lane: Lane = 'large'): Promise<StreamId> {
  const id = uuidv7() as StreamId;
  await db.transact(async (tx) => {
    await repo.insert(tx, { id, streamerId, fileName: 'film.mp4', byteLength: 1 });
    await queue.enqueue(tx, id, lane);
  });
  return id;
}

const remove = (id: StreamId) => db.transact((tx) => repo.remove(tx, id));
const takeTurn = (lane: Lane = 'large') => db.transact((tx) => queue.takeTurn(tx, lane, SECONDS));
const extend = (hold: queue.Hold) => db.transact((tx) => queue.extend(tx, hold, SECONDS));
/** As if no process had extended its holds for their time. */
const lapse = () => db.pool.query(`update uploads set held_until = now() - interval '1 s'`);
const laneOf = async (id: StreamId) =>
  (await db.pool.query('select lane from uploads where id = $1', [id])).rows[0]?.lane;

/** A process of the instance. Its uploads are processed as soon as they begin, unless the test says otherwise. */
function processOf(options: Partial<UploadQueueOptions> = {}) {
  const begun: StreamId[] = [];
  const process = createUploadQueue({
    db,
    jobs,
    log: createLog('silent'),
    processor: {
      async process(id) {
        begun.push(id);
        await remove(id);
      },
      fail: () => Promise.reject(new Error('It is not given up.')),
    },
    ...options,
  });
  return { begun, next: (lane: Lane = 'large') => process.processNext(lane, signal), process };
}

/** A process that works on its upload until its signal ends it. */
const busy = (options: Partial<UploadQueueOptions> = {}) => {
  const begun = Promise.withResolvers<StreamId>();
  const processor: UploadQueueOptions['processor'] = {
    process: (id, ending) =>
      new Promise((_, reject) => {
        ending.addEventListener('abort', () => reject(ending.reason));
        begun.resolve(id);
      }),
    fail: async () => undefined,
  };
  return { ...processOf({ processor, ...options }), isBegun: begun.promise };
};

it('lets channels take turns, so that many uploads of one do not delay another', async () => {
  const first = [await arrived(ada), await arrived(ada), await arrived(ada)];
  const others = [await arrived(bob), await arrived(cyd)];
  const { begun, next } = processOf();
  await next();
  // Arrives while its channel has just had a turn.
  const last = await arrived(ada);
  for (let n = 0; n < 5; n++) await next();
  expect(begun).toEqual([first[0], ...others, first[1], first[2], last]);
});

it('processes one upload of a channel at a time, whatever number of processes look for one', async () => {
  for (let n = 0; n < UPLOADS_AT_ONCE; n++) await arrived(ada);
  const of = await arrived(bob);
  const holds = (await Promise.all(Array.from({ length: 8 }, () => takeTurn()))).filter(
    (hold) => hold !== null,
  );
  expect(holds.map(({ streamerId }) => streamerId).sort()).toEqual([ada, bob].sort());
  await remove(of);
  expect(await takeTurn()).toBeNull();
});

it('processes small files while films of the same channel and others are processed', async () => {
  const films = [await arrived(ada), await arrived(bob)];
  const clip = await arrived(ada, 'small');
  expect([(await takeTurn())?.id, (await takeTurn())?.id]).toEqual(films);
  const { begun, next } = processOf();
  await next('small');
  expect(begun).toEqual([clip]);
});

it('moves a small file that takes long to the other lane, where it begins anew', async () => {
  const clip = await arrived(ada, 'small');
  await busy({ smallMs: 1 }).next('small');
  expect(await laneOf(clip)).toBe('large');
  expect((await waiting('recordings.process-uploads')).length).toBe(1);
  const { begun, next } = processOf();
  await next();
  expect(begun).toEqual([clip]);
});

it('hands the upload of a process that died to another one, and not back', async () => {
  const id = await arrived(ada);
  const died = (await takeTurn()) ?? expect.fail('no turn');
  expect(await takeTurn()).toBeNull();
  expect(await extend(died)).toBe(true);
  await lapse();
  const other = (await takeTurn()) ?? expect.fail('no turn');
  expect(other).toMatchObject({ id, attempts: 2 });
  // It was only paused.
  expect([await extend(died), await extend(other)]).toEqual([false, true]);
  await db.transact((tx) => queue.release(tx, died, 0));
  expect(await takeTurn()).toBeNull();
});

it('extends the hold on an upload while it is processed, and ends when it is canceled', async () => {
  const id = await arrived(ada);
  const { next, isBegun } = busy({ extendMs: 5 });
  const processing = next();
  await isBegun;
  await lapse();
  await expect
    .poll(async () => (await db.pool.query('select held_until > now() as held from uploads')).rows)
    .toEqual([{ held: true }]);
  await remove(id);
  await processing;
});

it('returns an upload at once where the instance stops, and the next process begins with it', async () => {
  const id = await arrived(ada);
  const stopping = new AbortController();
  const { process, isBegun } = busy();
  const processing = process.processNext('large', stopping.signal);
  await isBegun;
  stopping.abort(new Error('The instance is stopping.'));
  await expect(processing).rejects.toThrow('The instance is stopping.');
  expect((await takeTurn())?.id).toBe(id);
});

it('tries an upload again after a pause, and other uploads of its channel before that', async () => {
  const [failing, good] = [await arrived(ada), await arrived(ada)];
  const failed = processOf({
    processor: {
      process: () => Promise.reject(new Error('The storage is away.')),
      fail: async () => undefined,
    },
  });
  await failed.next();
  expect(await takeTurn()).toBeNull();
  await lapse();
  const { begun, next } = processOf();
  await next();
  await next();
  expect(begun).toEqual([good, failing]);
});

it('gives up an upload that has failed for a day', async () => {
  const id = await arrived(ada);
  await db.pool.query('update uploads set attempts = 150');
  const given: StreamId[] = [];
  const { next } = processOf({
    processor: { process: async () => undefined, fail: async (upload) => void given.push(upload.id) },
  });
  await next();
  expect(given).toEqual([id]);
});

it('looks for the next upload when one begins and when it ends, and every minute where one waits', async () => {
  await arrived(ada);
  const { next, process } = processOf();
  await process.wake();
  expect((await waiting()).map(({ name }) => name)).toEqual(['recordings.process-uploads']);
  await next();
  expect(await waiting()).toHaveLength(3);
  await process.wake();
  expect(await waiting()).toHaveLength(3);
});

it('tells creators how many uploads go before theirs, as they are then processed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(ada, bob, cyd), fc.constantFrom<Lane>('small', 'large')), {
        minLength: 1,
        maxLength: 6,
      }),
      async (uploads) => {
        await db.pool.query('delete from uploads');
        for (const [owner, lane] of uploads) await arrived(owner, lane);
        const ahead = new Map<StreamId, number>();
        for (const owner of [ada, bob, cyd]) {
          for (const [id, count] of await db.read((reader) => queue.countAhead(reader, owner)))
            ahead.set(id, count);
        }
        for (const lane of ['small', 'large'] as const) {
          const { begun, next } = processOf();
          for (let n = 0; n < uploads.length; n++) await next(lane);
          expect(begun.map((id) => ahead.get(id))).toEqual(begun.map((_, n) => n));
        }
        expect(ahead.size).toBe(uploads.length);
      },
    ),
    { numRuns: 10 },
  );
});
