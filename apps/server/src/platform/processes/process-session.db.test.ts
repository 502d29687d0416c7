/** Processes that die while their lease still runs. */
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import {
  endLeasesWithoutSession,
  endSilentLease,
  findSilentUrl,
  holdSession,
  isSettled,
} from './process-session.repo.ts';
import { findAlive, renewLease } from './processes.repo.ts';
import { processId } from './processes.tables.ts';

const db = await createTestDatabase();
let keys = 0;

/** A process that last renewed its lease three seconds ago. */
async function addSilentProcess(withSession: boolean) {
  const id = processId.parse(uuidv7());
  const session = db.openSession();
  onTestFinished(() => session.close());
  const key = ++keys;
  const renew = () =>
    session.transact(async (tx) => {
      if (withSession) await holdSession(tx, key);
      await renewLease(tx, id, 'http://127.0.0.1', withSession ? key : null);
    });
  await renew();
  const wait = () =>
    db.pool.query(
      "update processes set lease_expires_at = lease_expires_at - interval '3 seconds' where id = $1",
      [id],
    );
  await wait();
  return { id, renew, wait, close: () => session.close() };
}

const endDead = () => db.transact(endLeasesWithoutSession);

it('ends the lease of a process as soon as its connection is gone and it is silent, and of no other', async () => {
  const dead = await addSilentProcess(true);
  const paused = await addSilentProcess(true);
  const ofEarlierVersion = await addSilentProcess(false);
  expect(await endDead()).toEqual([]);
  await dead.close();
  await expect.poll(endDead).toEqual([dead.id]);
  expect((await db.read(findAlive)).sort()).toEqual([paused.id, ofEarlierVersion.id].sort());
  expect(await endDead()).toEqual([]);
});

it('keeps the lease of a process that has opened another connection since its last one broke', async () => {
  const process = await addSilentProcess(true);
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and objsubid = 2 and objid = $1 and pid <> pg_backend_pid()`,
    [keys],
  );
  // The connection that broke reports it with the first use of the session, and the next use opens another.
  await expect
    .poll(() =>
      process.renew().then(
        () => 'renewed',
        () => 'broken',
      ),
    )
    .toBe('renewed');
  await process.wait();
  expect(await endDead()).not.toContain(process.id);
});

it('ends the lease of a silent process on demand, and not that of one that has renewed it', async () => {
  const silent = await addSilentProcess(true);
  const renewing = await addSilentProcess(true);
  await renewing.renew();
  const urlOf = (id: typeof silent.id) => db.read((reader) => findSilentUrl(reader, id));
  expect([await urlOf(silent.id), await urlOf(renewing.id)]).toEqual(['http://127.0.0.1', null]);
  const end = (id: typeof silent.id) => db.transact((tx) => endSilentLease(tx, id));
  expect([await end(silent.id), await end(renewing.id)]).toEqual([true, false]);
  const alive = await db.read(findAlive);
  expect([alive.includes(silent.id), alive.includes(renewing.id)]).toEqual([false, true]);
});

it('does not let a process judge others while its own connection to the database is new', async () => {
  const session = db.openSession();
  onTestFinished(() => session.close());
  expect(await session.read(isSettled)).toBe(false);
});
