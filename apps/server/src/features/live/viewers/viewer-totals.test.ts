import { type StreamId, streamId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { createLog } from '#platform/log/log.ts';
import { processId } from '#platform/processes/processes.tables.ts';
import { createViewerTotals } from './viewer-totals.ts';
import { createViewers } from './viewers.ts';

const stream = () => streamId.parse(uuidv7());

function setUp() {
  const bus = createInProcessBus(createLog('silent'));
  const clock = { ms: 0 };
  const addProcess = (...servedIds: StreamId[]) => {
    const local = createViewers();
    const totals = createViewerTotals({
      local,
      bus,
      processId: processId.parse(uuidv7()),
      servedIds: () => servedIds,
      now: () => clock.ms,
    });
    onTestFinished(() => totals.close());
    return { local, totals };
  };
  return { clock, addProcess };
}

describe('viewers of several processes', () => {
  it('adds up the same total in every process, as viewers come and leave', () => {
    const { addProcess } = setUp();
    const id = stream();
    const [a, b] = [addProcess(id), addProcess()];
    const tab = {};
    a.local.watching({}, 'one', id);
    b.local.watching(tab, 'two', id);
    b.local.watching({}, 'three', id);
    for (const { totals } of [a, b]) totals.report();
    expect([a.totals.count(id), b.totals.count(id)]).toEqual([3, 3]);
    expect([a.totals.takeChanged(), b.totals.takeChanged()]).toEqual([[id], [id]]);
    b.local.watching(tab, 'two', null);
    b.totals.report();
    expect([a.totals.count(id), b.totals.count(id)]).toEqual([2, 2]);
    expect(a.totals.takeChanged()).toEqual([id]);
    expect(a.totals.takeChanged()).toEqual([]);
  });

  it('counts a client of another process that arrives once for the process that serves the stream', () => {
    const { addProcess } = setUp();
    const id = stream();
    const [owner, other] = [addProcess(id), addProcess()];
    owner.totals.report();
    const tab = {};
    other.local.watching(tab, 'client', id);
    other.totals.report();
    other.local.watching(tab, 'client', null);
    other.totals.report();
    other.local.watching(tab, 'client', id);
    for (let i = 0; i < 10; i++) other.totals.report();
    expect(owner.totals.takeArrived(id)).toBe(1);
    expect(owner.totals.takeArrived(id)).toBe(0);
  });

  it('forgets the viewers of a process that stopped or fell silent', () => {
    const { clock, addProcess } = setUp();
    const id = stream();
    const [a, stopped, silent] = [addProcess(id), addProcess(), addProcess()];
    for (const { local, totals } of [stopped, silent]) {
      local.watching({}, 'client', id);
      totals.report();
    }
    expect(a.totals.count(id)).toBe(2);
    stopped.totals.close();
    expect(a.totals.count(id)).toBe(1);
    a.totals.takeChanged();
    clock.ms += 15_000;
    a.totals.report();
    expect(a.totals.count(id)).toBe(0);
    expect(a.totals.takeChanged()).toEqual([id]);
  });

  it('tells a process that joins later of viewers who came before', () => {
    const { addProcess } = setUp();
    const id = stream();
    const first = addProcess(id);
    first.local.watching({}, 'client', id);
    first.totals.report();
    const late = addProcess();
    for (let i = 0; i < 5; i++) first.totals.report();
    expect(late.totals.count(id)).toBe(1);
  });
});
