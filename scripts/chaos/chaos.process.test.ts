/**
 * A short form of `npm run chaos`, on loopback, with two processes, since it runs beside other tests: one is killed, then the
 * database restarts.
 */
import { expect, it } from 'vitest';
import { startCluster } from './cluster.ts';
import { FAULTS } from './faults.ts';
import { examine, measure } from './measure.ts';
import { openNetwork } from './network.ts';
import { startTraffic } from './traffic.ts';

const PROCESSES = 2;

function faultNamed(name: string) {
  return FAULTS.find((fault) => fault.name === name) ?? expect.fail(`There is no fault “${name}”.`);
}

it('keeps other streams, acknowledged messages and payments when a process is killed and the database restarts', async () => {
  await using cluster = await startCluster(openNetwork(PROCESSES), PROCESSES);
  await using traffic = await startTraffic(cluster, { calmSeconds: 1, sendsEncodersHome: false });
  const killed = await measure(faultNamed('kill -9 of process 1'), cluster, traffic);
  expect(killed).toMatchObject({ othersFailures: 0, acceptedMs: expect.any(Number) });
  const restarted = await measure(faultNamed('PostgreSQL restarted'), cluster, traffic);
  expect(restarted.othersFailures).toBe(0);
  const kept = await examine(cluster, traffic);
  expect(kept).toMatchObject({
    lostMessages: 0,
    lostPayments: 0,
    doublePayments: 0,
    streamsWithoutOneOwner: 0,
    ledger: expect.stringContaining('The ledger balances'),
  });
  expect(kept.messages).toBeGreaterThan(0);
  expect(kept.payments).toBeGreaterThan(0);
}, 240_000);
