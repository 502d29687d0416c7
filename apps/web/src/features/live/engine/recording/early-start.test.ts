import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSignedIn } from '@/lib/session/signed-in-hint.ts';
import { earlyStart } from './early-start.ts';
import { writePosition } from './stored-positions.ts';

const ID = '0199a000-0000-7000-8000-000000000001';

/** The paths that were requested, each answered by `respond`. */
let asked: string[];
let respond: (signal: AbortSignal | null) => Promise<Response>;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  asked = [];
  respond = async () => Response.json({ positionMs: 90_000 });
  vi.stubGlobal('location', { href: 'https://tributary.example/' });
  vi.stubGlobal('fetch', ({ pathname }: URL, init?: RequestInit) => {
    asked.push(pathname);
    return respond(init?.signal ?? null);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('starts where a visitor stopped in this browser, without a request', async () => {
  expect(await earlyStart(ID, '')).toBe(0);
  writePosition(ID, 40);
  expect(await earlyStart(ID, '')).toBe(40);
  expect(asked).toEqual([]);
});

it('starts where somebody who is signed in stopped on any device, also where this browser knows another position', async () => {
  keepSignedIn(true);
  writePosition(ID, 40);
  expect(await earlyStart(ID, '')).toBe(90);
  expect(asked).toEqual([`/api/me/history/${ID}/position`]);
  respond = async () => Response.json({ positionMs: null });
  expect(await earlyStart(ID, '')).toBe(0);
  keepSignedIn(false);
  expect(await earlyStart(ID, '')).toBe(40);
});

it('starts where the viewer stopped in this browser when the session is over or the server is slow', async () => {
  keepSignedIn(true);
  writePosition(ID, 40);
  respond = async () => new Response('{}', { status: 401 });
  expect(await earlyStart(ID, '')).toBe(40);
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  respond = async (signal) => {
    signal?.throwIfAborted();
    return Response.json({ positionMs: 90_000 });
  };
  expect(await earlyStart(ID, '')).toBe(40);
});

it('starts at the position in a link for every viewer, without a request', async () => {
  keepSignedIn(true);
  writePosition(ID, 40);
  expect(await earlyStart(ID, '?t=1m5s')).toBe(65);
  expect(asked).toEqual([]);
});
