import { describe, expect, it } from 'vitest';
import { LaggingTranscoder } from '../../../test/support/packager/lagging-transcoder.ts';
import {
  audioUnits,
  BOTH,
  interleave,
  VIDEO_TRACK,
  videoUnits,
} from '../../../test/support/packager/units.ts';
import { TestViewer } from '../../../test/support/packager/viewer.ts';
import type { VideoRendition } from '../ports.ts';
import { TIMESCALE, type Unit, type VideoTrack } from '../unit.ts';

const RENDITION: VideoRendition = {
  name: '480p',
  width: 854,
  height: 480,
  frameRateDivisor: 1,
  bitsPerSecond: 1_000_000,
};
const TRACK: VideoTrack = { ...VIDEO_TRACK, width: 854, height: 480 };

const source = (from: number, seconds: number): Unit[] =>
  interleave(
    videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, reorder: 2, seconds, from }),
    audioUnits({ seconds, from }),
  );

/** Sets up a stream that offers one rendition, and a transcoder that makes it once a viewer requests it. */
class LadderScene {
  readonly viewer = new TestViewer();
  transcoder: LaggingTranscoder | null = null;
  /** Decides which frames the transcoder gets. */
  isKept = (_unit: Unit): boolean => true;
  #units = source(1, 90);

  constructor() {
    const { packager } = this.viewer;
    packager.onTracks(BOTH);
    packager.ladder.offer([RENDITION]);
    packager.ladder.onRequest((name) => {
      this.transcoder ??= new LaggingTranscoder(packager.ladder.start(name), TRACK);
      return true;
    });
  }

  /** Continues the source until its decode times reach `seconds`. */
  playUntil(seconds: number): void {
    for (let [next] = this.#units; next && next.dts < seconds * TIMESCALE; [next] = this.#units) {
      this.#units.shift();
      this.viewer.packager.onUnit(next);
      if (this.isKept(next)) this.transcoder?.take(next);
      this.viewer.look();
    }
  }

  /** Reconnects the encoder, whose next frames begin at `seconds`. */
  reconnectAt(seconds: number): void {
    this.viewer.packager.onDiscontinuity('reconnected');
    this.transcoder?.flush();
    this.transcoder?.lose();
    this.viewer.packager.onTracks(BOTH);
    this.#units = source(seconds, 30);
  }

  request = () => this.viewer.presentation.request('480p');

  /** The numbers, starts and part durations of the listed segments. */
  segments(name: string) {
    const text = this.viewer.playlist(name);
    return text
      .split(/(?=#EXT-X-PROGRAM-DATE-TIME)/)
      .slice(1)
      .map((segment) => ({
        msn: Number(/\/(\d+)\.m4s/.exec(segment)?.[1]),
        startMs: Date.parse(/TIME:(.*)/.exec(segment)?.[1] ?? ''),
        isGap: segment.includes('#EXT-X-GAP'),
        parts: [...segment.matchAll(/#EXT-X-PART:DURATION=([\d.]+)/g)].map((match) => Number(match[1])),
      }));
  }
}

describe('a rendition that is made of the source', () => {
  it('is listed before it is made, and made when its playlist is requested', () => {
    const scene = new LadderScene();
    scene.playUntil(6);
    const multivariant = Buffer.from(scene.viewer.presentation.multivariant().body).toString();
    expect(multivariant).toContain('RESOLUTION=854x480');
    expect(multivariant).toContain('epoch/480p.m3u8');
    expect(scene.viewer.presentation.rendition('480p')).toBeUndefined();
    expect(scene.request()).toMatchObject({ name: '480p', isPlayable: false });
  });

  it('begins with the next segment of the source, after gaps for the segments before it', () => {
    const scene = new LadderScene();
    scene.playUntil(10);
    scene.request();
    scene.playUntil(11.8);
    const made = scene.segments('480p');
    expect(scene.request()).toMatchObject({ isPlayable: true });
    expect(made.map(({ isGap }) => isGap)).toEqual([true, true, true, false]);
    const [fragment] = scene.viewer.fragments('480p');
    expect(fragment?.samples[0]).toMatchObject({ keyframe: true });
    const begun = scene.segments('video').find(({ startMs }) => startMs === made[3]?.startMs);
    expect(begun?.parts.slice(0, made[3]?.parts.length)).toEqual(made[3]?.parts);
    expect(scene.viewer.problems).toBe('');
  });

  it('has the segments and parts of the source', () => {
    const scene = new LadderScene();
    scene.playUntil(6);
    scene.request();
    scene.playUntil(30);
    const made = new Map(scene.segments('480p').map((segment) => [segment.msn, segment]));
    const compared = scene
      .segments('video')
      .filter(({ msn }) => made.get(msn)?.isGap === false && !Number.isNaN(msn));
    expect(compared.length).toBeGreaterThan(8);
    for (const { msn, startMs, parts } of compared) {
      expect(made.get(msn)?.startMs).toBe(startMs);
      // Encoders' timestamps are whole milliseconds.
      const apart = parts.map((seconds, i) => Math.abs(seconds - (made.get(msn)?.parts[i] ?? 0)));
      expect(Math.max(0, ...apart)).toBeLessThan(0.0025);
      expect(made.get(msn)?.parts).toHaveLength(parts.length);
    }
    expect(scene.viewer.problems).toBe('');
  });

  it('has gaps while its encoder is down, and continues at a keyframe without changing the source', () => {
    const scene = new LadderScene();
    scene.playUntil(6);
    scene.request();
    scene.playUntil(13.5);
    scene.transcoder?.lose();
    scene.isKept = ({ pts }) => pts > 18.9 * TIMESCALE;
    scene.playUntil(25);
    const made = scene.segments('480p').filter(({ msn }) => !Number.isNaN(msn));
    expect(made.map(({ msn }) => msn)).toEqual(made.map((_, i) => (made[0]?.msn ?? 0) + i));
    expect(made.slice(4, -1).some(({ isGap }) => isGap)).toBe(true);
    expect(made.at(-1)?.isGap).toBe(false);
    const samples = scene.viewer.fragments('480p').flatMap((fragment) => fragment.samples);
    const resumed = samples.findIndex(({ dts }, i) => dts - (samples[i - 1]?.dts ?? dts) > TIMESCALE);
    expect(samples[resumed]?.keyframe).toBe(true);
    expect(scene.segments('video').some(({ isGap }) => isGap)).toBe(false);
    expect(scene.viewer.problems).toBe('');
  });

  it('follows a break of the source with the same discontinuity', () => {
    const scene = new LadderScene();
    scene.playUntil(6);
    scene.request();
    scene.playUntil(13.5);
    scene.reconnectAt(20);
    scene.playUntil(27);
    const after = (name: string) =>
      [...scene.viewer.playlist(name).matchAll(/#EXT-X-DISCONTINUITY\n[\s\S]*?\/(\d+)\./g)].map(
        ([, msn]) => msn,
      );
    expect(after('video')).toHaveLength(1);
    expect(after('480p')).toEqual(after('video'));
    expect(scene.segments('480p').at(-1)?.isGap).toBe(false);
    expect(scene.viewer.problems).toBe('');
  });

  it('names another initialization section when it is made again', () => {
    const scene = new LadderScene();
    scene.playUntil(6);
    scene.request();
    scene.playUntil(10);
    expect(scene.viewer.playlist('480p')).toContain('480p/init-0.mp4');
    scene.viewer.packager.ladder.stop('480p');
    scene.transcoder = null;
    expect(scene.viewer.presentation.rendition('480p')).toBeUndefined();
    scene.playUntil(20);
    scene.request();
    scene.playUntil(24);
    expect(scene.viewer.playlist('480p')).toContain('480p/init-1.mp4');
  });

  it('names another initialization section when it is offered again, as for another source', () => {
    const scene = new LadderScene();
    scene.playUntil(6);
    scene.request();
    scene.playUntil(10);
    scene.viewer.packager.ladder.offer([]);
    scene.viewer.packager.ladder.offer([RENDITION]);
    scene.transcoder = null;
    scene.playUntil(20);
    scene.request();
    scene.playUntil(24);
    expect(scene.viewer.playlist('480p')).toContain('480p/init-1.mp4');
  });

  it('is refused if the policy does not make it, and not found if it is not offered', () => {
    const scene = new LadderScene();
    scene.viewer.packager.ladder.onRequest(() => false);
    scene.playUntil(6);
    expect(scene.request()).toBe('refused');
    expect(scene.viewer.presentation.request('1080p')).toBeUndefined();
  });

  it('has the same parts with half the frames if its frame rate is half', () => {
    const scene = new LadderScene();
    scene.viewer.packager.ladder.offer([{ ...RENDITION, frameRateDivisor: 2 }]);
    scene.isKept = ({ pts }) => Math.round((pts / TIMESCALE) * 30) % 2 === 0;
    scene.playUntil(6);
    scene.request();
    scene.playUntil(20);
    const whole = scene.segments('480p').filter(({ isGap, msn }) => !isGap && !Number.isNaN(msn));
    expect(whole.length).toBeGreaterThan(4);
    for (const { parts } of whole) expect(parts.length).toBeLessThanOrEqual(7);
    expect(scene.viewer.problems).toBe('');
  });

  it('ends with the stream', () => {
    const scene = new LadderScene();
    scene.playUntil(6);
    scene.request();
    scene.playUntil(12);
    scene.viewer.end();
    expect(scene.viewer.playlist('480p')).toContain('#EXT-X-ENDLIST');
  });
});
