import { expect, it } from 'vitest';
import { IdleMemory } from './idle-memory.ts';

const MB = 1024 * 1024;
const CHECK_MS = 10_000;

/** Simulates a process that a test can put under load. */
function createProcess() {
  const state = { residentBytes: 100 * MB, cpuMicros: 0, isBusy: false, collections: 0 };
  const memory = new IdleMemory({
    isBusy: () => state.isBusy,
    collect: () => {
      state.collections += 1;
      state.residentBytes = 100 * MB;
    },
    residentBytes: () => state.residentBytes,
    cpuMicros: () => state.cpuMicros,
  });
  memory.collect();
  state.collections = 0;
  return { state, memory };
}

it('collects garbage once after a load has ended', () => {
  const { state, memory } = createProcess();
  state.residentBytes = 400 * MB;
  memory.check(CHECK_MS);
  memory.check(CHECK_MS);
  expect(state.collections).toBe(1);
});

it('collects garbage again later until little is left, since streams release their media after their end', () => {
  const { state, memory } = createProcess();
  state.residentBytes = 400 * MB;
  for (let elapsedMs = 0; elapsedMs < 100_000; elapsedMs += CHECK_MS) memory.check(CHECK_MS);
  expect(state.collections).toBe(2);
  for (let elapsedMs = 0; elapsedMs < 300_000; elapsedMs += CHECK_MS) memory.check(CHECK_MS);
  expect(state.collections).toBe(2);
});

it('collects no garbage while a stream is live', () => {
  const { state, memory } = createProcess();
  state.residentBytes = 400 * MB;
  state.isBusy = true;
  memory.check(CHECK_MS);
  expect(state.collections).toBe(0);
  state.isBusy = false;
  memory.check(CHECK_MS);
  expect(state.collections).toBe(1);
});

it('collects no garbage while requests use the processor', () => {
  const { state, memory } = createProcess();
  state.residentBytes = 400 * MB;
  state.cpuMicros += 0.5 * CHECK_MS * 1000;
  memory.check(CHECK_MS);
  expect(state.collections).toBe(0);
  memory.check(CHECK_MS);
  expect(state.collections).toBe(1);
});

it('does not collect garbage in an idle process that has hardly grown', () => {
  const { state, memory } = createProcess();
  state.residentBytes += 2 * MB;
  memory.check(CHECK_MS);
  expect(state.collections).toBe(0);
});
