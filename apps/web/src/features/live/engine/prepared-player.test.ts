import { expect, it } from 'vitest';
import { PlayerHarness, URL_A, URL_B } from '../../../../test/support/player-harness.ts';
import { RecordingHarness } from '../../../../test/support/recording-harness.ts';
import { ScriptedClock } from '../../../../test/support/scripted-environment.ts';
import type { PlayerView } from './player-view.ts';
import { PreparedPlayer } from './prepared-player.ts';

function create() {
  const harnesses: PlayerHarness[] = [];
  const recording = new RecordingHarness();
  const clock = new ScriptedClock();
  const heldFrame = {} as HTMLCanvasElement;
  const createLive = (): PlayerView => {
    const harness = new PlayerHarness();
    harness.video.isConnected = false;
    harnesses.push(harness);
    return { player: harness.player, video: harness.video.asElement, heldFrame };
  };
  const createRecording = () => ({ player: recording.player, video: recording.video.asElement, heldFrame });
  const prepared = new PreparedPlayer(clock, createLive, createRecording);
  return { clock, prepared, harnesses, recording };
}

it('loads a stream before its page is shown, and plays once the page shows it', async () => {
  const { prepared, harnesses, clock } = create();
  prepared.prepare(URL_A);
  const [harness = expect.fail()] = harnesses;
  await harness.seconds(1);
  expect(harness.sources.map(({ url }) => url)).toEqual([URL_A]);
  expect(harness.video.paused).toBe(true);
  const view = prepared.take(URL_A);
  expect(clock.pending).toBe(0);
  harness.video.isConnected = true;
  view?.player.resume();
  await harness.seconds(1);
  expect(harness.state.kind).toBe('playing');
});

it('starts at live, however long the player has waited for its page', async () => {
  const { prepared, harnesses } = create();
  prepared.prepare(URL_A);
  const [harness = expect.fail()] = harnesses;
  await harness.seconds(8);
  const { source } = harness;
  expect(source.latency).toBeGreaterThan((source.declaredLatency ?? 0) + 5);
  harness.video.isConnected = true;
  prepared.take(URL_A)?.player.resume();
  expect(source.latency).toBeLessThan((source.declaredLatency ?? 0) + 0.5);
});

it('prepares a URL once, and hands its player over once, for that URL alone', () => {
  const { prepared, harnesses } = create();
  prepared.prepare(URL_A);
  prepared.prepare(URL_A);
  expect(harnesses).toHaveLength(1);
  expect(prepared.take(URL_B)).toBeNull();
  expect(prepared.take(URL_A)?.player).toBe(harnesses[0]?.player);
  expect(prepared.take(URL_A)).toBeNull();
});

it('hands a player over only to a page that starts it the same way', () => {
  const { prepared, harnesses } = create();
  prepared.prepare(URL_A);
  expect(prepared.take(URL_A, { muted: true })).toBeNull();
  expect(prepared.take(URL_A, { preview: true })).toBeNull();
  expect(prepared.take(URL_A, { autoplay: true })).toBeNull();
  prepared.prepare(URL_A, true);
  expect(harnesses).toHaveLength(2);
  expect(prepared.take(URL_A)).toBeNull();
  expect(prepared.take(URL_A, { muted: true })?.player).toBe(harnesses[1]?.player);
});

it('stops a player that no page shows within ten seconds, and one that another stream replaces', async () => {
  const { prepared, harnesses, clock } = create();
  prepared.prepare(URL_A);
  await harnesses[0]?.seconds(1);
  await clock.advance(9_900);
  expect(harnesses[0]?.source.destroyed).toBe(false);
  await clock.advance(200);
  expect(harnesses[0]?.source.destroyed).toBe(true);
  expect(prepared.take(URL_A)).toBeNull();
  prepared.prepare(URL_A);
  await harnesses[1]?.seconds(1);
  prepared.prepare(URL_B);
  expect(harnesses[1]?.source.destroyed).toBe(true);
  expect(prepared.take(URL_B)?.player).toBe(harnesses[2]?.player);
});

it('keeps the player of the first screen playing for as long as the app takes to load', async () => {
  const { prepared, harnesses, clock } = create();
  prepared.prepare(URL_A);
  const [harness = expect.fail()] = harnesses;
  harness.video.isConnected = true;
  await harness.seconds(1);
  await clock.advance(25_000);
  expect(harness.source.destroyed).toBe(false);
  // The app shows something else in its place.
  harness.video.isConnected = false;
  await clock.advance(10_000);
  expect(harness.source.destroyed).toBe(true);
});

it('plays a recording from where the viewer stopped, and hands its player over to the page of the recording alone', async () => {
  const { prepared, recording } = create();
  prepared.prepareRecording(URL_A, 40);
  await recording.seconds(1);
  expect(recording.source.startSeconds).toBe(40);
  expect(recording.snapshot.state.kind).toBe('playing');
  expect(prepared.takeRecording(URL_B)).toBeNull();
  // The page shows it once it knows where the viewer stopped; until then, the browser has paused it.
  recording.video.pause();
  await recording.seconds(1);
  expect(recording.snapshot.state.kind).toBe('paused');
  const taken = prepared.takeRecording(URL_A);
  expect(taken).toMatchObject({ player: recording.player, startSeconds: 40 });
  taken?.player.resume();
  await recording.seconds(1);
  expect(recording.snapshot.state.kind).toBe('playing');
  expect(prepared.takeRecording(URL_A)).toBeNull();
});

it('keeps the player of a page that was left for a moment, for whatever shows its stream next', async () => {
  const { prepared, harnesses, clock } = create();
  prepared.prepare(URL_A);
  const view = prepared.take(URL_A) ?? expect.fail();
  prepared.keep(URL_A, view);
  await clock.advance(900);
  expect(prepared.take(URL_A)?.player).toBe(view.player);
  prepared.keep(URL_A, view);
  await harnesses[0]?.seconds(1);
  await clock.advance(1_100);
  expect(prepared.take(URL_A)).toBeNull();
  expect(harnesses[0]?.source.destroyed).toBe(true);
});

it('plays on in another place, although the browser pauses an element that leaves the page', async () => {
  const { prepared, harnesses } = create();
  prepared.prepare(URL_A);
  const [harness = expect.fail()] = harnesses;
  harness.video.isConnected = true;
  const view = prepared.take(URL_A) ?? expect.fail();
  view.player.resume();
  await harness.seconds(1);
  expect(harness.state.kind).toBe('playing');
  prepared.keep(URL_A, view);
  harness.video.isConnected = false;
  harness.video.readyState = 4;
  harness.video.pause();
  harness.video.isConnected = true;
  prepared.take(URL_A)?.player.resume();
  await harness.seconds(1);
  expect(harness.video.paused).toBe(false);
  expect(harness.state.kind).toBe('playing');
});
