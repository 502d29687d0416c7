import { describe, expect, it } from 'vitest';
import type { LadderControl } from '#media/ports.ts';
import type { OutputRequest, Transcoder, TranscoderStatistics } from '#media/transcoder/index.ts';
import type { VideoTrack } from '#media/unit.ts';
import { createStreamLadder } from './stream-ladder.ts';
import { budgetOf } from './transcoding-cost.ts';

const VIDEO: VideoTrack = {
  kind: 'video',
  codec: 'h264',
  codecString: 'avc1.640028',
  width: 1920,
  height: 1080,
  frameRate: 30,
  configuration: new Uint8Array(),
};
const OUTPUT = { onTrack() {}, onUnit() {}, onBreak() {} };
const MINUTE_MS = 60_000;

const STATISTICS: TranscoderStatistics = {
  state: 'running',
  processId: 1,
  cpuSeconds: 0,
  restarts: 0,
  lastFault: null,
  delayMs: null,
  damagedUnits: 0,
  outputs: [],
};

/** A stream of 1080p30 with a transcoder and a packager that record what they are asked for. */
function createScene(budgetCores = 100) {
  let outputs: readonly OutputRequest[] = [];
  let overloaded = () => {};
  let ask: (name: string) => boolean = () => false;
  const published = new Set<string>();
  let offered: readonly string[] = [];
  const scene = {
    nowMs: 0,
    published,
    get offered() {
      return offered;
    },
    get encoded() {
      return outputs.map((request) => (request.kind === 'video' ? request.rendition.name : 'opus'));
    },
    request: (name: string) => ask(name),
    overload: () => overloaded(),
  };
  const control: LadderControl = {
    source: { frameRate: 30, bitsPerSecond: 6_000_000 },
    offer(renditions) {
      offered = renditions.map(({ name }) => name);
      published.clear();
    },
    start(name) {
      published.add(name);
      return OUTPUT;
    },
    stop: (name) => void published.delete(name),
    onRequest(listener) {
      ask = listener;
    },
  };
  const ladder = createStreamLadder({
    ladder: control,
    createTranscoder(onOverloaded) {
      overloaded = onOverloaded;
      const transcoder: Partial<Transcoder> = {
        statistics: STATISTICS,
        setOutputs: (requests) => {
          outputs = requests;
        },
        onTracks() {},
        onUnit() {},
        onDiscontinuity() {},
        onEnd() {},
        close: () => {
          outputs = [];
        },
      };
      return transcoder as Transcoder;
    },
    admits: (cores) => ladder.cost + cores <= budgetCores,
    now: () => scene.nowMs,
  });
  ladder.useHeights([720, 480, 240]);
  ladder.reader.onTracks({ video: VIDEO, audio: null });
  return Object.assign(scene, { ladder });
}

describe('the renditions of a stream', () => {
  it('are offered by the heights of the settings and encoded when a viewer requests them', () => {
    const scene = createScene();
    expect(scene.offered).toEqual(['720p', '480p', '240p']);
    expect(scene.encoded).toEqual([]);
    expect(scene.request('480p')).toBe(true);
    expect(scene.request('480p')).toBe(true);
    expect(scene.encoded).toEqual(['480p']);
    expect([...scene.published]).toEqual(['480p']);
    expect(scene.request('1080p')).toBe(false);
  });

  it('stop a minute after the last request', () => {
    const scene = createScene();
    scene.request('480p');
    scene.request('240p');
    scene.nowMs = MINUTE_MS / 2;
    scene.request('480p');
    scene.nowMs = MINUTE_MS;
    scene.ladder.stopIdle();
    expect(scene.encoded).toEqual(['480p']);
    expect([...scene.published]).toEqual(['480p']);
    scene.nowMs = MINUTE_MS * 1.5;
    scene.ladder.stopIdle();
    expect(scene.encoded).toEqual([]);
  });

  it('are refused beyond the budget, without touching those that are encoded', () => {
    const scene = createScene(0.5);
    expect(scene.request('240p')).toBe(true);
    expect(scene.request('720p')).toBe(false);
    expect(scene.encoded).toEqual(['240p']);
    expect(scene.ladder.status.refused?.why).toBe('budget');
    scene.nowMs = MINUTE_MS;
    expect(scene.ladder.status.refused).toBeNull();
  });

  it('lose the largest when the encoder comes late, which rests for a minute', () => {
    const scene = createScene();
    scene.request('240p');
    scene.request('720p');
    scene.overload();
    expect(scene.encoded).toEqual(['240p']);
    expect(scene.request('720p')).toBe(false);
    expect(scene.ladder.status.refused?.why).toBe('overloaded');
    scene.nowMs = MINUTE_MS;
    expect(scene.request('720p')).toBe(true);
  });

  it('are made anew of a source of another size', () => {
    const scene = createScene();
    scene.request('720p');
    scene.ladder.reader.onTracks({ video: { ...VIDEO, width: 854, height: 480 }, audio: null });
    expect(scene.offered).toEqual(['240p']);
    expect(scene.encoded).toEqual([]);
    expect([...scene.published]).toEqual([]);
  });

  it('go on when the encoder reconnects with the same picture', () => {
    const scene = createScene();
    scene.request('480p');
    scene.ladder.reader.onTracks({ video: { ...VIDEO, configuration: Uint8Array.of(1) }, audio: null });
    expect(scene.encoded).toEqual(['480p']);
    expect([...scene.published]).toEqual(['480p']);
  });

  it('share the transcoder with what WebRTC needs', () => {
    const scene = createScene(0.4);
    const stopOpus = scene.ladder.add({ kind: 'opus', output: OUTPUT });
    expect(scene.encoded).toEqual(['opus']);
    const rendition = {
      name: 'webrtc',
      width: 1920,
      height: 1080,
      frameRateDivisor: 1 as const,
      bitsPerSecond: 4e6,
    };
    expect(scene.ladder.add({ kind: 'video', rendition, output: OUTPUT })).toBeNull();
    scene.ladder.reader.onTracks({ video: { ...VIDEO, frameRate: 60 }, audio: null });
    expect(scene.encoded).toEqual(['opus']);
    stopOpus?.();
    expect(scene.encoded).toEqual([]);
  });

  it('end with the stream', () => {
    const scene = createScene();
    scene.request('480p');
    scene.ladder.reader.onEnd('unpublished');
    expect(scene.encoded).toEqual([]);
  });
});

it('uses half of the cores of a machine unless it is told a number', () => {
  expect(budgetOf('auto', 8)).toBe(4);
  expect(budgetOf(1.5, 8)).toBe(1.5);
  expect(budgetOf('off', 8)).toBe(0);
});
