import { userId } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { Screens } from './screens.ts';

const events = ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8058'] as const;
const LEASE_MS = 60_000;

function setup(limit = 2) {
  let nowMs = 0;
  const screens = new Screens(createMemoryState(() => nowMs).store('screens'), limit, () => nowMs);
  const on = (
    sessionId: string,
    user = '01890a5d-ac96-774b-bcce-b302099a8059',
    event: string = events[0],
  ) => ({
    gate: { kind: 'event' as const, id: event },
    userId: userId.parse(user),
    sessionId,
  });
  return {
    screens,
    on,
    lease: (sessionId: string, takeOver = false) => screens.lease(on(sessionId), takeOver),
    has: (sessionId: string) => screens.has(on(sessionId)),
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
}

it('lets an account watch an event in two browsers, whatever it watches elsewhere and others watch here', async () => {
  const { screens, on, lease, has } = setup();
  expect([await lease('a'), await lease('b'), await lease('c')]).toEqual([true, true, false]);
  expect([await has('a'), await has('b'), await has('c')]).toEqual([true, true, false]);
  expect(await screens.lease(on('c', undefined, events[1]), false)).toBe(true);
  expect(await screens.lease(on('c', '01890a5d-ac96-774b-bcce-b302099a8060'), false)).toBe(true);
});

it('frees the screen of a browser that has not renewed it for a minute', async () => {
  const { lease, has, advance } = setup();
  await lease('a');
  await lease('b');
  advance(LEASE_MS - 1);
  expect([await lease('a'), await lease('c')]).toEqual([true, false]);
  advance(1);
  expect([await has('a'), await has('b')]).toEqual([true, false]);
  expect(await lease('c')).toBe(true);
});

it('gives a browser one screen, however many of its tabs ask at once', async () => {
  const { lease } = setup();
  expect(await Promise.all([lease('a'), lease('a'), lease('a')])).toEqual([true, true, true]);
  expect([await lease('b'), await lease('c')]).toEqual([true, false]);
});

it('takes the screen that was leased first when another browser takes over, though it was renewed since', async () => {
  const { lease, has, advance } = setup();
  await lease('a');
  advance(1_000);
  await lease('b');
  advance(1_000);
  await lease('a');
  expect(await lease('c', true)).toBe(true);
  expect([await has('a'), await has('b'), await has('c')]).toEqual([false, true, true]);
  expect(await lease('a')).toBe(false);
});

it('lets an account watch in as many browsers as the instance allows', async () => {
  const { lease } = setup(3);
  expect([await lease('a'), await lease('b'), await lease('c'), await lease('d')]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
