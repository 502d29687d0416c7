import { expect, it } from 'vitest';
import { ScriptedClock, settle } from '../../../../../test/support/scripted-environment.ts';
import { type PlaylistAnswer, RenditionWarmer } from './rendition-warmer.ts';

function openWarmer() {
  const clock = new ScriptedClock();
  const requests: { url: string; signal: AbortSignal; answer: (answer: PlaylistAnswer) => void }[] = [];
  const warmer = new RenditionWarmer(
    clock,
    (url, signal) => new Promise((answer) => requests.push({ url, signal, answer })),
  );
  return { clock, requests, warmer };
}

const MADE: PlaylistAnswer = { status: 200, retryAfterSeconds: null };

it('requests a rendition once, which is ready as soon as the server has answered', async () => {
  const { requests, warmer } = openWarmer();
  warmer.keep(['/480p.m3u8']);
  warmer.keep(['/480p.m3u8']);
  expect(requests.map(({ url }) => url)).toEqual(['/480p.m3u8']);
  expect(warmer.isWarm('/480p.m3u8')).toBe(false);
  requests[0]?.answer(MADE);
  await settle();
  expect(warmer.isWarm('/480p.m3u8')).toBe(true);
});

it('requests a rendition that is kept ready before the server stops it for want of requests', async () => {
  const { clock, requests, warmer } = openWarmer();
  warmer.keep(['/480p.m3u8']);
  requests[0]?.answer(MADE);
  await clock.advance(25_000);
  expect(warmer.isWarm('/480p.m3u8')).toBe(true);
  warmer.keep(['/480p.m3u8']);
  expect(requests).toHaveLength(2);
  await clock.advance(25_000);
  expect(warmer.isWarm('/480p.m3u8')).toBe(false);
});

it('gives up a request for what is no longer wanted, and takes no answer of it', async () => {
  const { requests, warmer } = openWarmer();
  warmer.keep(['/480p.m3u8']);
  warmer.keep(['/240p.m3u8']);
  expect(requests[0]?.signal.aborted).toBe(true);
  requests[0]?.answer({ status: 0, retryAfterSeconds: null });
  await settle();
  expect(warmer.isRefused('/480p.m3u8')).toBe(false);
});

it('does not ask again for what the server refused before the time that it stated', async () => {
  const { clock, requests, warmer } = openWarmer();
  warmer.keep(['/480p.m3u8']);
  requests[0]?.answer({ status: 503, retryAfterSeconds: 40 });
  await settle();
  expect(warmer.isRefused('/480p.m3u8')).toBe(true);
  await clock.advance(39_000);
  warmer.keep(['/480p.m3u8']);
  expect(requests).toHaveLength(1);
  await clock.advance(2_000);
  expect(warmer.isRefused('/480p.m3u8')).toBe(false);
  warmer.keep(['/480p.m3u8']);
  expect(requests).toHaveLength(2);
});

it('keeps a rendition for ready whose renewal the network lost, and asks again soon', async () => {
  const { clock, requests, warmer } = openWarmer();
  warmer.keep(['/480p.m3u8']);
  requests[0]?.answer(MADE);
  await clock.advance(21_000);
  warmer.keep(['/480p.m3u8']);
  requests[1]?.answer({ status: 0, retryAfterSeconds: null });
  await clock.advance(100);
  expect(warmer.isWarm('/480p.m3u8')).toBe(true);
  expect(warmer.isRefused('/480p.m3u8')).toBe(false);
  warmer.keep(['/480p.m3u8']);
  expect(requests).toHaveLength(2);
  await clock.advance(2_000);
  warmer.keep(['/480p.m3u8']);
  expect(requests).toHaveLength(3);
});
