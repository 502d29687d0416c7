import { expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '../../log/log.ts';
import type { LogPosition } from './position-reader.ts';
import { watchReplica } from './replica-watch.ts';

const log = createLog('silent');

/** A primary and a replica whose positions the test moves. */
function watched({ maxLagMs = 60_000 } = {}) {
  const state = {
    written: 100,
    replayed: 100,
    system: 'a',
    isReplica: true,
    /** Whether the primary writes, and the replica replays, while positions are read. */
    isBusy: false,
    primaryFails: false,
    replicaFails: false,
    attempts: 0,
    downs: 0,
  };
  const close = async () => undefined;
  const watch = watchReplica({
    primary: {
      async read(): Promise<LogPosition> {
        if (state.primaryFails) throw new Error('The primary does not answer.');
        return { bytes: state.written, system: 'a' };
      },
      close,
    },
    replica: {
      async read() {
        state.attempts += 1;
        if (state.replicaFails) throw new Error('The replica does not answer.');
        if (state.isBusy) {
          state.written += 10;
          state.replayed = state.written - 5;
        }
        return { bytes: state.replayed, system: state.system, isReplica: state.isReplica };
      },
      close,
    },
    maxLagMs,
    everyMs: 1,
    log,
    onDown: () => {
      state.downs += 1;
    },
  });
  onTestFinished(() => watch.close());
  const becomes = (expected: string) => vi.waitFor(() => expect(watch.use().state).toBe(expected));
  return { state, watch, becomes };
}

it('uses a replica that has replayed what the primary had written, and states its lag', async () => {
  const { watch, becomes } = watched();
  expect(watch.use()).toEqual({ state: 'starting', lagMs: null });
  await becomes('used');
  expect(watch.use().lagMs).toBeGreaterThanOrEqual(0);
});

it('does not use a replica that lags by more than is allowed, until it has caught up', async () => {
  const { state, watch, becomes } = watched({ maxLagMs: 20 });
  await becomes('used');
  state.written = 200;
  await becomes('behind');
  expect(watch.use().lagMs).toBeGreaterThan(20);
  state.replayed = 200;
  await becomes('used');
});

it('stops using a replica that cannot be measured because the primary does not answer', async () => {
  const { state, becomes } = watched({ maxLagMs: 20 });
  await becomes('used');
  state.primaryFails = true;
  await becomes('behind');
  state.primaryFails = false;
  await becomes('used');
});

it.each<[why: string, change: Partial<ReturnType<typeof watched>['state']>]>([
  ['is no replica, such as one that has taken the place of its primary', { isReplica: false }],
  ['replicates another database', { system: 'b' }],
  ['is ahead of the primary, as after a failover that lost writes', { replayed: 300 }],
])('does not use a server that %s', async (_why, change) => {
  const { state, becomes } = watched();
  await becomes('used');
  Object.assign(state, change);
  await becomes('unsuitable');
});

it('uses a replica that has replayed writes newer than the position that was read before', async () => {
  const { state, becomes } = watched();
  state.isBusy = true;
  await becomes('used');
});

it('closes the connections of a replica that does not answer, once for each outage', async () => {
  const { state, becomes } = watched();
  await becomes('used');
  state.replicaFails = true;
  await becomes('down');
  const { attempts } = state;
  await vi.waitFor(() => expect(state.attempts).toBeGreaterThan(attempts + 2));
  expect(state.downs).toBe(1);
  state.replicaFails = false;
  await becomes('used');
});

it('is down at once when a read says that the replica is unavailable', async () => {
  const { state, watch, becomes } = watched();
  await becomes('used');
  state.replicaFails = true;
  watch.failed(new Error('connect ECONNREFUSED'));
  expect(watch.use()).toEqual({ state: 'down', lagMs: null });
  expect(state.downs).toBe(1);
});
