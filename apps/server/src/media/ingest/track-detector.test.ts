import { describe, expect, it } from 'vitest';
import { ASC, AVCC } from '../../../test/support/rtmp/flv-samples.ts';
import { RecordedPublication } from '../../../test/support/rtmp/recording-publish-target.ts';
import { readAudioSpecificConfig } from '../codecs/aac.ts';
import { readAvcC } from '../codecs/h264.ts';
import type { Unit } from '../unit.ts';
import { TrackDetector } from './track-detector.ts';

const VIDEO = readAvcC(AVCC).track;
const AUDIO = readAudioSpecificConfig(ASC);

function detector(): { detector: TrackDetector; got: RecordedPublication } {
  const got = new RecordedPublication({
    protocol: 'rtmp',
    app: 'live',
    streamKey: 'key',
    remoteAddress: '',
    encoder: null,
  });
  return { detector: new TrackDetector(got), got };
}

const unit = (kind: Unit['kind'], seconds: number, bytes = 10): Unit => ({
  kind,
  dts: seconds * 90_000,
  pts: seconds * 90_000,
  keyframe: true,
  payload: new Uint8Array(bytes),
});

describe('TrackDetector', () => {
  it('passes held units on in order once both tracks are known', () => {
    const { detector: it, got } = detector();
    it.track(AUDIO);
    it.unit(unit('audio', 0));
    it.unit(unit('audio', 0.5));
    expect(got.tracksSeen).toEqual([]);
    it.track(VIDEO);
    it.unit(unit('video', 0.6));
    expect(got.tracksSeen).toEqual([{ video: VIDEO, audio: AUDIO }]);
    expect(got.units.map(({ dts }) => dts / 90_000)).toEqual([0, 0.5, 0.6]);
  });

  it('stops waiting after a second of media, even on a clock that runs backward', () => {
    for (const later of [1, -1]) {
      const { detector: it, got } = detector();
      it.track(VIDEO);
      it.unit(unit('video', 5));
      it.unit(unit('video', 5 + later * 0.9));
      expect(got.units).toHaveLength(0);
      it.unit(unit('video', 5 + later));
      expect(got.tracksSeen).toEqual([{ video: VIDEO, audio: null }]);
      expect(got.units).toHaveLength(3);
    }
  });

  it('does not wait if the metadata announces one track', () => {
    const { detector: it, got } = detector();
    it.expect({ video: true, audio: false });
    expect(got.tracksSeen).toEqual([]);
    it.track(VIDEO);
    expect(got.tracksSeen).toEqual([{ video: VIDEO, audio: null }]);
  });

  it('waits longer for tracks that the metadata announces', () => {
    const { detector: it, got } = detector();
    it.expect({ video: true, audio: true });
    it.track(AUDIO);
    it.unit(unit('audio', 0));
    it.unit(unit('audio', 2.9));
    expect(got.tracksSeen).toEqual([]);
    it.unit(unit('audio', 3));
    expect(got.tracksSeen).toEqual([{ video: null, audio: AUDIO }]);
  });

  it('holds no more units or bytes than its limits', () => {
    const many = detector();
    many.detector.track(AUDIO);
    for (let i = 0; i < 1025; i++) many.detector.unit(unit('audio', 0));
    expect(many.got.units).toHaveLength(1025);
    const large = detector();
    large.detector.track(VIDEO);
    for (let i = 0; i < 9; i++) large.detector.unit(unit('video', 0, 1024 * 1024));
    expect(large.got.units).toHaveLength(9);
  });

  it('reports a track that arrives late or changes', () => {
    const { detector: it, got } = detector();
    it.track(AUDIO);
    it.unit(unit('audio', 0));
    it.flush();
    it.track(VIDEO);
    expect(got.tracksSeen).toEqual([
      { video: null, audio: AUDIO },
      { video: VIDEO, audio: AUDIO },
    ]);
  });

  it('reports no tracks for a stream that sent none', () => {
    const { detector: it, got } = detector();
    it.flush();
    expect(got.tracksSeen).toEqual([]);
  });
});
