import { ManifestError } from '@tributary/swarm/manifest/part-manifest';
import type { VerifiedPlaylist } from '@tributary/swarm/playlists/playlist-verifier';
import { expect, it } from 'vitest';
import { ScriptedClock } from '../../../../../test/support/scripted-environment.ts';
import { createHttpMirrors } from './http-mirrors.ts';

const INSTANCE = 'https://live.example.org';
const [ADA, BOB] = ['https://ada.example.org', 'https://bob.example.org'];
const PLAYLIST = `${INSTANCE}/live/stream/epoch/video.m3u8?_HLS_msn=4&_HLS_part=1`;
const PART = `${INSTANCE}/live/stream/epoch/video/4.1.m4s`;

/** Two mirrors whose answers a test scripts: a text, or null for none. The first one is asked first. */
function openMirrors(answers: Record<string, string | null>) {
  const clock = new ScriptedClock();
  const events: string[] = [];
  const learned: string[] = [];
  const get = async (url: string) => {
    if (url.endsWith('.manifests')) return `${new URL(url).pathname} one\n${answers.manifest ?? 'two'}\n`;
    events.push(url);
    const text = answers[new URL(url).origin] ?? null;
    if (text === null) throw new TypeError('fetch failed');
    return text;
  };
  const mirrors = createHttpMirrors({
    clock,
    loadText: get,
    load: async (url) => ({ bytes: new TextEncoder().encode(await get(url)), firstByteMs: 1 }),
    onManifests: async (lines) => {
      learned.push(...lines);
      if (lines.includes('forged')) throw new ManifestError('The signature is wrong.');
    },
    onLost: () => events.push('lost'),
    random: () => 0,
  });
  mirrors.setAddresses([ADA, BOB]);
  const verify = async (text: string): Promise<VerifiedPlaylist | null> => {
    if (text === 'forged') throw new ManifestError('The signature is wrong.');
    return text === 'old' ? null : ({ text } as VerifiedPlaylist);
  };
  return {
    clock,
    answers,
    mirrors,
    learned,
    want: () => mirrors.playlist(PLAYLIST, verify, ({ text }) => events.push(`got ${text}`)),
    load: (signal = new AbortController().signal) => mirrors.load(PART, 0, signal),
    taken: () => events.splice(0),
  };
}

const playlistOf = (mirror: string) => PLAYLIST.replace(INSTANCE, mirror);
const partOf = (mirror: string) => PART.replace(INSTANCE, mirror);

it('loads parts from the instance until a mirror has sent a playlist, and from that mirror until the instance is back', async () => {
  const { mirrors, answers, clock, want, load, taken } = openMirrors({ [INSTANCE]: 'part', [ADA]: 'one' });
  await load();
  expect(taken()).toEqual([PART]);
  want();
  await clock.advance(0);
  expect(taken()).toEqual([playlistOf(ADA), 'got one']);
  expect(mirrors.isServing).toBe(true);
  answers[ADA] = 'from a mirror';
  await load();
  expect(taken()).toEqual([partOf(ADA)]);
  expect(mirrors.figures).toEqual([
    { address: ADA, receivedBytes: 13, isServing: true },
    { address: BOB, receivedBytes: 0, isServing: false },
  ]);
  mirrors.returned();
  await load();
  expect(taken()).toEqual([PART]);
});

it('asks another mirror after one that does not answer, or has no news', async () => {
  for (const answer of [null, 'old']) {
    const { clock, want, taken } = openMirrors({ [ADA]: answer, [BOB]: 'two' });
    want();
    await clock.advance(500);
    expect(taken()).toEqual([playlistOf(ADA), playlistOf(BOB), 'got two']);
  }
});

it('does not ask a mirror again that has sent a forged playlist', async () => {
  const { clock, want, taken } = openMirrors({ [ADA]: 'forged', [BOB]: null });
  want();
  await clock.advance(60_000);
  expect(taken().filter((event) => event === playlistOf(ADA))).toHaveLength(1);
});

it('leaves a mirror whose part has to be loaded again and again, since its bytes were not those of the instance', async () => {
  const { mirrors, clock, want, load, taken } = openMirrors({ [ADA]: 'one', [BOB]: 'two' });
  want();
  await clock.advance(0);
  await load();
  await load();
  taken();
  await expect(load()).rejects.toThrow(`${ADA} has sent other bytes`);
  expect(taken()).toEqual(['lost']);
  expect(mirrors.isServing).toBe(false);
  want();
  await clock.advance(0);
  expect(taken()).toEqual([playlistOf(BOB), 'got two']);
});

it('gives up a mirror that does not deliver three parts, and one that the instance no longer names', async () => {
  const { mirrors, answers, clock, want, load, taken } = openMirrors({ [ADA]: 'one', [BOB]: 'two' });
  want();
  await clock.advance(0);
  answers[ADA] = null;
  for (let part = 0; part < 3; part++) await expect(load()).rejects.toThrow('fetch failed');
  expect(taken().at(-1)).toBe('lost');
  want();
  await clock.advance(0);
  expect(taken()).toContain('got two');
  mirrors.setAddresses([ADA]);
  expect(taken()).toEqual(['lost']);
});

it('learns of the manifests that it has missed once, before the first playlist, and leaves a mirror that forges one', async () => {
  const { clock, learned, want, taken } = openMirrors({ [ADA]: 'one' });
  want();
  want();
  await clock.advance(0);
  expect(learned).toEqual(['/live/stream/epoch/video.manifests one', 'two']);
  expect(taken()).toContain('got one');
  const forged = openMirrors({ [ADA]: 'one', manifest: 'forged' });
  forged.want();
  await forged.clock.advance(60_000);
  expect(forged.taken().filter((event) => event === playlistOf(ADA))).toHaveLength(1);
});

it('does not ask mirrors any more after the wait has ended', async () => {
  const { clock, want, taken } = openMirrors({});
  const cancel = want();
  cancel();
  await clock.advance(60_000);
  expect(taken()).toEqual([playlistOf(ADA)]);
});
