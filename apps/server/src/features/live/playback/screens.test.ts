import { userId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createScreens, SCREEN_CHANGES } from './screens.ts';

const events = ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8058'] as const;
const LEASE_MS = 60_000;
const HOUR_MS = 3_600_000;

function setup(limit = 2) {
  let nowMs = 0;
  const screens = createScreens(createMemoryState(() => nowMs).store('screens'), limit, () => nowMs);
  const on = (
    sessionId: string,
    user = '01890a5d-ac96-774b-bcce-b302099a8059',
    event: string = events[0],
  ) => ({
    gate: { kind: 'event' as const, id: event },
    userId: userId.parse(user),
    sessionId,
  });
  const ask = (viewing: ReturnType<typeof on>, takeOver = false, limitsChanges = true) =>
    screens.lease(viewing, { takeOver, limitsChanges });
  return {
    screens,
    on,
    ask,
    lease: async (sessionId: string, takeOver = false) => (await ask(on(sessionId), takeOver)).kind,
    has: (sessionId: string) => screens.has(on(sessionId)),
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
}

it('lets an account watch an event in two browsers, whatever it watches elsewhere and others watch here', async () => {
  const { ask, on, lease, has } = setup();
  expect([await lease('a'), await lease('b'), await lease('c')]).toEqual(['leased', 'leased', 'full']);
  expect([await has('a'), await has('b'), await has('c')]).toEqual([true, true, false]);
  expect((await ask(on('c', undefined, events[1]))).kind).toBe('leased');
  expect((await ask(on('c', '01890a5d-ac96-774b-bcce-b302099a8060'))).kind).toBe('leased');
});

it('frees the screen of a browser that has not renewed it for a minute', async () => {
  const { lease, has, advance } = setup();
  await lease('a');
  await lease('b');
  advance(LEASE_MS - 1);
  expect([await lease('a'), await lease('c')]).toEqual(['leased', 'full']);
  advance(1);
  expect([await has('a'), await has('b')]).toEqual([true, false]);
  expect(await lease('c')).toBe('leased');
});

it('gives a browser one screen, however many of its tabs ask at once', async () => {
  const { ask, on, lease } = setup();
  const tabs = await Promise.all([ask(on('a')), ask(on('a')), ask(on('a'))]);
  expect(new Set(tabs.map((tab) => tab.kind === 'leased' && tab.lease)).size).toBe(1);
  expect([await lease('b'), await lease('c')]).toEqual(['leased', 'full']);
});

it('takes the screen that was leased first when another browser takes over, though it was renewed since', async () => {
  const { ask, on, lease, has, advance } = setup();
  const first = await ask(on('a'));
  advance(1_000);
  await lease('b');
  advance(1_000);
  expect(await ask(on('a'))).toEqual(first);
  expect(await ask(on('c'), true)).toMatchObject({
    kind: 'leased',
    ousted: { sessionId: 'a', lease: first.kind === 'leased' && first.lease },
  });
  expect([await has('a'), await has('b'), await has('c')]).toEqual([false, true, true]);
  expect(await lease('a')).toBe('full');
});

it('ousts all but the last of the browsers that take over the same screen at once', async () => {
  const { ask, on, has } = setup(1);
  const first = await ask(on('a'));
  const outcomes = await Promise.all(['b', 'c', 'd', 'e'].map((id) => ask(on(id), true)));
  const leases = [first, ...outcomes].flatMap((one) => (one.kind === 'leased' ? one.lease : []));
  const ousted = outcomes.flatMap((one) => (one.kind === 'leased' ? (one.ousted?.lease ?? []) : []));
  expect(leases).toHaveLength(5);
  expect(leases.filter((lease) => !ousted.includes(lease))).toHaveLength(1);
  const left = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(has));
  expect(left.filter(Boolean)).toHaveLength(1);
});

it('lets an account change its browsers six times an hour, also with several at once', async () => {
  const { lease, has, advance } = setup();
  await lease('a');
  await lease('b');
  const many = Array.from({ length: 20 }, (_, index) => `c${index}`);
  const outcomes = await Promise.all(many.map((id) => lease(id, true)));
  expect(outcomes.filter((kind) => kind === 'leased')).toHaveLength(SCREEN_CHANGES);
  expect(outcomes.filter((kind) => kind === 'changed_too_often')).toHaveLength(20 - SCREEN_CHANGES);
  const all = ['a', 'b', ...many];
  const now = await Promise.all(all.map(has));
  expect(now.filter(Boolean)).toHaveLength(2);
  // Those that have a screen keep it.
  expect(await lease(all[now.lastIndexOf(true)] ?? '', true)).toBe('leased');
  advance(HOUR_MS);
  expect(await lease('d', true)).toBe('leased');
});

it('counts a browser that follows one that has left as a change, and one that comes back as none', async () => {
  const { lease, advance } = setup();
  for (let round = 0; round < 20; round++) {
    expect([await lease('a'), await lease('b')]).toEqual(['leased', 'leased']);
    advance(LEASE_MS);
  }
  const turns: string[] = [];
  for (const id of ['c', 'd', 'e', 'f', 'g', 'h', 'a', 'b']) {
    turns.push(await lease(id));
    advance(LEASE_MS);
  }
  // The other screen was last that of `b`.
  expect(turns).toEqual([...Array(SCREEN_CHANGES).fill('leased'), 'changed_too_often', 'leased']);
});

it('does not limit how often creators change the browsers in which they watch their own streams', async () => {
  const { ask, on } = setup(1);
  for (let index = 0; index < 20; index++) {
    expect((await ask(on(`s${index}`), true, false)).kind).toBe('leased');
  }
});

it('lets an account watch in as many browsers as the instance allows', async () => {
  const { lease } = setup(3);
  expect([await lease('a'), await lease('b'), await lease('c'), await lease('d')]).toEqual([
    'leased',
    'leased',
    'leased',
    'full',
  ]);
});
