import { expect, it } from 'vitest';
import { z } from 'zod';
import { createInProcessBus } from '../bus/in-process-bus.ts';
import { createLog } from '../log/log.ts';
import { createProcessReports } from './process-reports.ts';
import { processId } from './processes.tables.ts';

const A = processId.parse('019a0000-0000-7000-8000-00000000000a');
const B = processId.parse('019a0000-0000-7000-8000-00000000000b');
const bus = createInProcessBus(createLog('silent'));
let nowMs = 0;

function start(id: typeof A, load: () => number) {
  return createProcessReports({
    bus,
    processes: { id, alive: async () => [A, B] },
    schema: z.object({ load: z.number() }),
    take: () => ({ load: load() }),
    now: () => nowMs,
  });
}

it('shows in each process what all report, and says which have stopped', async () => {
  let load = 1;
  const a = start(A, () => load);
  expect(await a.all()).toEqual([
    { id: A, report: { load: 1 }, silentMs: 0, isReporting: true },
    { id: B, report: null, silentMs: null, isReporting: false },
  ]);

  const b = start(B, () => 7);
  b.report();
  load = 2;
  a.report();
  expect(await b.all()).toEqual([
    { id: B, report: { load: 7 }, silentMs: 0, isReporting: true },
    { id: A, report: { load: 2 }, silentMs: 0, isReporting: true },
  ]);

  nowMs = 16_000;
  a.report();
  expect((await a.all())[1]).toEqual({ id: B, report: { load: 7 }, silentMs: 16_000, isReporting: false });

  b.close();
  expect((await a.all())[1]).toMatchObject({ id: B, report: null, isReporting: false });
  nowMs = 4_000_000;
  a.report();
  expect((await a.all())[0]).toMatchObject({ id: A, isReporting: true });
  a.close();
});

it('keeps working beside a process of another version, whose report it cannot read', async () => {
  const a = start(A, () => 1);
  bus.publish('process-reports', JSON.stringify({ process: B, report: { weight: 3 } }));
  expect((await a.all())[1]).toMatchObject({ id: B, report: null, isReporting: true });
  a.close();
});
