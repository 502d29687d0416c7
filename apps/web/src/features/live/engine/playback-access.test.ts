import type { Playback, StreamDetail } from '@tributary/contracts/live';
import { expect, it } from 'vitest';
import { ApiProblem } from '@/lib/api/client.ts';
import { ScriptedClock, settle } from '../../../../test/support/scripted-environment.ts';
import { gatedStreamOf, PlaybackAccess } from './playback-access.ts';

type Opened = Omit<Playback, 'mediaGrant'>;

const URLS = {
  playbackUrl: '/live/x/index.m3u8',
  recordingUrl: '/recordings/x/index.m3u8',
  whepUrl: '/whep/x',
};
const OPEN: Opened = { ...URLS, expiresInSeconds: 60 };

const refusal = (status: number, code: string) =>
  new ApiProblem({ type: 'about:blank', title: `${code}.`, status, code, instance: '' });

/** Answers come in order; the last one answers all further requests. */
function setup(...answers: (Opened | Error)[]) {
  const clock = new ScriptedClock();
  const requests: boolean[] = [];
  const access = new PlaybackAccess(clock, async (takeOver) => {
    requests.push(takeOver);
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? OPEN;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { access, clock, requests, state: () => access.store.get().state };
}

it('opens playback, and renews it at half of its time until it is closed', async () => {
  const { access, clock, requests, state } = setup(OPEN);
  expect(state()).toEqual({ kind: 'opening' });
  await access.open();
  expect(state()).toEqual({ kind: 'open', ...URLS });
  await clock.advance(29_999);
  expect(requests).toHaveLength(1);
  await clock.advance(1);
  expect(requests).toHaveLength(2);
  access.close();
  await clock.advance(120_000);
  expect(requests).toHaveLength(2);
  expect(clock.pending).toBe(0);
});

it('tells a person who never had access from one who has lost it', async () => {
  const stranger = setup(refusal(403, 'ticket_required'));
  await stranger.access.open();
  expect(stranger.state()).toMatchObject({ kind: 'refused', code: 'ticket_required', wasOpen: false });
  const { access, clock, state } = setup(OPEN, refusal(403, 'ticket_required'));
  await access.open();
  await clock.advance(30_000);
  expect(state()).toMatchObject({ kind: 'refused', code: 'ticket_required', wasOpen: true });
  expect(clock.pending).toBe(0);
});

it('plays here instead of in another browser only when it is told to', async () => {
  const { access, requests, state } = setup(refusal(409, 'too_many_screens'), OPEN);
  await access.open();
  expect(state()).toMatchObject({ kind: 'refused', code: 'too_many_screens' });
  await access.open(true);
  expect(requests).toEqual([false, true]);
  expect(state().kind).toBe('open');
});

it('keeps playing while the server does not answer, and asks again', async () => {
  const { access, clock, requests, state } = setup(
    OPEN,
    refusal(503, 'unavailable'),
    refusal(0, 'network'),
    OPEN,
  );
  await access.open();
  await clock.advance(30_000);
  expect([requests.length, state().kind]).toEqual([2, 'open']);
  await clock.advance(6_000);
  expect([requests.length, state().kind]).toEqual([4, 'open']);
});

it('says that the server does not answer where it never opened, and opens once it does', async () => {
  const { access, clock, state } = setup(refusal(429, 'rate_limited'), OPEN);
  await access.open();
  expect(state()).toEqual({ kind: 'failed', message: 'rate_limited.' });
  await clock.advance(3_000);
  expect(state().kind).toBe('open');
});

it('ignores an answer that comes after it was closed', async () => {
  const { access, state } = setup(OPEN);
  void access.open();
  access.close();
  await settle();
  expect(state()).toEqual({ kind: 'opening' });
});

it('needs access to a gated stream that is live or recorded, and for its clips also when nothing else is left', () => {
  const stream = { gate: { kind: 'event', id: 'x' }, isHidden: false, recording: null };
  const detailOf = (state: string, more: object = {}) =>
    ({ state, stream: { ...stream, ...more } }) as unknown as StreamDetail;
  expect(gatedStreamOf(detailOf('live'), false)).not.toBeNull();
  expect(gatedStreamOf(detailOf('ended', { recording: {} }), false)).not.toBeNull();
  expect(gatedStreamOf(detailOf('ended'), false)).toBeNull();
  expect(gatedStreamOf(detailOf('ended'), true)).not.toBeNull();
  expect(gatedStreamOf(detailOf('ended', { gate: null }), true)).toBeNull();
  expect(gatedStreamOf(detailOf('ended', { isHidden: true }), true)).toBeNull();
  expect(gatedStreamOf(undefined, true)).toBeNull();
});
