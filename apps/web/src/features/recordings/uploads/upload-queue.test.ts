import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { enqueue } from './upload-queue.ts';

const BUSY_MS = 5_000;

let isSignedIn = true;
let created: string[] = [];
let sending: (() => void)[] = [];
let refusal: { code: string; message: string } | null = null;
const problems: string[] = [];

/** A server that lists what is created, and takes each file when the test lets it. */
async function answer(
  path: string,
  { method, headers }: { method: string; headers: Record<string, string> },
) {
  if (method === 'POST') {
    const name = atob(headers['upload-metadata']?.split(' ')[1] ?? '');
    if (refusal !== null) {
      const { code, message } = refusal;
      const problem = { type: 'about:blank', title: message, status: 409, code, detail: message };
      return new Response(JSON.stringify(problem), { status: 409 });
    }
    created.push(name);
    return new Response(null, { status: 201, headers: { location: `${path}/${name}` } });
  }
  if (method === 'HEAD') return new Response(null, { status: 200, headers: { 'upload-offset': '0' } });
  await new Promise<void>((resolve) => sending.push(resolve));
  return new Response(null, { status: 204, headers: { 'upload-offset': '3' } });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  [created, sending, refusal] = [[], [], null];
});

const choose = (...names: string[]) =>
  enqueue(
    names.map((name) => new File(['abc'], name)),
    {
      isSignedIn: () => isSignedIn,
      onBegun() {},
      onRefused: (file, problem) => problems.push(`${file.name}: ${problem}`),
    },
  );
const settle = () => vi.advanceTimersByTimeAsync(0);

it('sends one file after another', async () => {
  choose('a.mp4', 'b.mp4');
  await settle();
  expect([created, sending.length]).toEqual([['a.mp4'], 1]);
  sending[0]?.();
  await settle();
  expect([created, sending.length]).toEqual([['a.mp4', 'b.mp4'], 2]);
  sending[1]?.();
  await settle();
});

it('sends no file for another account than that of the person who chose it', async () => {
  choose('a.mp4', 'b.mp4');
  await settle();
  isSignedIn = false;
  sending[0]?.();
  await settle();
  isSignedIn = true;
  choose('c.mp4');
  await settle();
  sending[1]?.();
  await settle();
  expect(created).toEqual(['a.mp4', 'c.mp4']);
});

it('waits until earlier uploads are processed, and names a file that is refused', async () => {
  refusal = { code: 'too_many_uploads', message: 'You have 5 uploads under way.' };
  choose('c.mp4', 'd.mp4');
  await vi.advanceTimersByTimeAsync(3 * BUSY_MS);
  expect([created, problems]).toEqual([[], []]);
  refusal = { code: 'over_quota', message: 'Your storage is full.' };
  await vi.advanceTimersByTimeAsync(BUSY_MS);
  expect(problems).toEqual(['c.mp4: Your storage is full.', 'd.mp4: Your storage is full.']);
});
