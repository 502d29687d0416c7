import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RecordingHarness } from '../../../../test/support/recording-harness.ts';
import { createPlayerView } from './player-view.ts';
import { StreamPlayback } from './stream-playback.ts';

const URL_A = '/recordings/a/index.m3u8';
const URL_B = '/recordings/b/index.m3u8';

beforeEach(() => {
  vi.stubGlobal('document', { createElement: () => ({}) });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function create() {
  const harnesses: RecordingHarness[] = [];
  const box = { replaceChildren() {} } as unknown as Element;
  const heldFrame = {} as HTMLCanvasElement;
  const playback = new StreamPlayback(box, {}, createPlayerView, () => {
    const harness = new RecordingHarness();
    harnesses.push(harness);
    return { player: harness.player, video: harness.video.asElement, heldFrame };
  });
  return { playback, harnesses };
}

it('plays a recording on where it is when its page shows it again, and seeks once another start is chosen', async () => {
  const { playback, harnesses } = create();
  const start = { seconds: 0 };
  playback.show({ kind: 'recording', url: URL_A, start });
  const [harness = expect.fail()] = harnesses;
  await harness.seconds(1);
  harness.player.seek(80);
  playback.show({ kind: 'recording', url: URL_A, start });
  expect(harness.snapshot.position).toBe(80);
  playback.show({ kind: 'recording', url: URL_A, start: { seconds: 0 } });
  expect(harness.snapshot.position).toBe(0);
  expect(harnesses).toHaveLength(1);
});

it('continues a recording where it is when its URL changes', async () => {
  const { playback, harnesses } = create();
  const start = { seconds: 0 };
  playback.show({ kind: 'recording', url: URL_A, start });
  const [first = expect.fail()] = harnesses;
  await first.seconds(1);
  first.player.seek(80);
  playback.show({ kind: 'recording', url: URL_B, start });
  const [, second = expect.fail()] = harnesses;
  await second.seconds(1);
  expect(second.source.startSeconds).toBe(80);
});
