import type { SignalHealth } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { signalFacts } from './signal-facts.ts';

const health: SignalHealth = {
  state: 'receiving',
  stopped: false,
  streamId: null,
  video: { codec: 'h264', width: 1920, height: 1080, frameRate: 29.97003, keyframeIntervalSeconds: 2.0004 },
  audio: { codec: 'aac', sampleRate: 44_100, channels: 2 },
  bitrateKbps: 4512.3,
  connectedSeconds: 3,
  point: null,
  heldUntil: null,
  warnings: [],
  lastRefusal: null,
};

const values = (given: SignalHealth) =>
  Object.fromEntries(signalFacts(given).map((fact) => [fact.label, fact.value]));

describe('signalFacts', () => {
  it('says what arrives in the units that encoders use', () => {
    expect(values(health)).toEqual({
      Resolution: '1920 × 1080',
      'Frame rate': '29.97 fps',
      Bitrate: '4.5 Mbps',
      'Keyframe interval': '2 s',
      Video: 'H.264',
      Audio: 'AAC, 44.1 kHz stereo',
    });
  });

  it('says plainly what is missing and leaves open what is not measured yet', () => {
    const early = values({ ...health, video: null, bitrateKbps: null, audio: null });
    expect(early).toMatchObject({
      Resolution: 'No picture',
      'Frame rate': '–',
      Bitrate: '–',
      Audio: 'No sound',
    });
  });
});
