import { describe, expect, it } from 'vitest';
import {
  AAC_TRACK,
  audioUnits,
  BOTH,
  interleave,
  OPUS_TRACK,
  VIDEO_TRACK,
  videoUnits,
} from '../../../test/support/packager/units.ts';
import { TestViewer } from '../../../test/support/packager/viewer.ts';
import { TIMESCALE, type Tracks, type Unit } from '../unit.ts';

const ofKind = (units: readonly Unit[], kind: string) => units.filter((unit) => unit.kind === kind);

function partDurations(playlist: string): number[] {
  return [...playlist.matchAll(/#EXT-X-PART:DURATION=([\d.]+)/g)].map((match) => Number(match[1]));
}

function attribute(playlist: string, name: string): number {
  return Number(new RegExp(`${name}=([\\d.]+)`).exec(playlist)?.[1]);
}

/** Plays a stream to its end and expects no linter findings. */
function play(viewer: TestViewer, units: readonly Unit[]): void {
  viewer.feed(units);
  viewer.end();
  expect(viewer.problems).toBe('');
}

describe('a stream with video and audio', () => {
  const video = videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, reorder: 2, seconds: 30 });
  const audio = audioUnits({ seconds: 30 });
  const units = interleave(video, audio);

  it('is playable as soon as its first segment is complete', () => {
    const viewer = new TestViewer();
    viewer.packager.onTracks(BOTH);
    play(viewer, units);
    const last = units[(viewer.playableAfter ?? 0) - 1];
    // Media begins at 1 s and its second keyframe comes at 3 s.
    expect(last?.dts).toBeGreaterThanOrEqual(3 * TIMESCALE);
    expect(last?.dts).toBeLessThan(3.1 * TIMESCALE);
  });

  it('carries every frame with its bytes, times and keyframe flags', () => {
    const viewer = new TestViewer();
    viewer.packager.onTracks(BOTH);
    play(viewer, units);
    const samples = viewer.fragments('video').flatMap((fragment) => fragment.samples);
    expect(samples.map((s) => [s.dts, s.dts + s.compositionOffset, s.keyframe])).toEqual(
      video.map((unit) => [unit.dts, unit.pts, unit.keyframe]),
    );
    expect(
      samples.every((s, i) => Buffer.compare(s.payload, video[i]?.payload ?? new Uint8Array()) === 0),
    ).toBe(true);
    for (const [i, sample] of samples.entries()) {
      const next = samples[i + 1];
      if (next !== undefined) expect(sample.dts + sample.duration).toBe(next.dts);
    }
    const sound = viewer.fragments('audio').flatMap((fragment) => fragment.samples);
    // The first frame is displayed at 67 ms; audio before it is dropped.
    const heard = ofKind(units, 'audio').slice(audio.length - sound.length);
    expect(audio.length - sound.length).toBeLessThan(5);
    expect(
      sound.every((s, i) => Buffer.compare(s.payload, heard[i]?.payload ?? new Uint8Array()) === 0),
    ).toBe(true);
    for (const [i, sample] of sound.entries()) {
      expect(sample.dts).toBe((sound[0]?.dts ?? 0) + i * 1024);
      expect(sample.duration).toBe(1024);
    }
  });

  it('has segments that are their parts concatenated', () => {
    const viewer = new TestViewer();
    viewer.packager.onTracks(BOTH);
    play(viewer, units);
    for (const name of ['video', 'audio'] as const) {
      const watched = viewer.watched.get(name);
      for (const [msn, fragments] of watched?.segments ?? []) {
        for (const [i, fragment] of fragments.entries()) {
          expect(watched?.parts.get(`${msn}.${i}`)?.sequence).toBe(fragment.sequence);
        }
      }
    }
  });

  it('renders an unchanged playlist once for all requests', () => {
    const viewer = new TestViewer();
    viewer.packager.onTracks(BOTH);
    viewer.feed(units);
    const rendition = viewer.rendition('video');
    expect(rendition.playlist(false)).toBe(rendition.playlist(false));
    expect(rendition.playlist(false).gzip()).toBe(rendition.playlist(false).gzip());
    expect(viewer.presentation.multivariant()).toBe(viewer.presentation.multivariant());
  });

  it('keeps the live window and drops older segments', () => {
    const viewer = new TestViewer({ liveWindowSeconds: 10 });
    viewer.packager.onTracks(BOTH);
    play(
      viewer,
      interleave(
        videoUnits({ framesPerSecond: 25, keyframeSeconds: 2, seconds: 90 }),
        audioUnits({ seconds: 90 }),
      ),
    );
    const playlist = viewer.playlist('video');
    const listed = [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce(
      (sum, match) => sum + Number(match[1]),
      0,
    );
    expect(listed).toBeGreaterThanOrEqual(10);
    expect(listed).toBeLessThanOrEqual(12);
    const first = Number(/MEDIA-SEQUENCE:(\d+)/.exec(playlist)?.[1]);
    expect(viewer.rendition('video').segment(first - 1)).toBeDefined();
    expect(viewer.rendition('video').part(first - 1, 0)).toBeDefined();
    expect(viewer.rendition('video').segment(0)).toBeUndefined();
    // 90 s at 3000 bytes a frame are about 7 MB; 10 s of window and 20 s after it are a third.
    expect(viewer.packager.statistics.bytesHeld).toBeLessThan(3_500_000);
  });
});

describe('part targets', () => {
  const rates = [5, 10, 24, 25, 29.97, 30, 50, 59.94, 60];
  for (const partTargetSeconds of [1 / 3, 0.2]) {
    for (const framesPerSecond of rates) {
      it(`fit whole frames at ${framesPerSecond} fps and ${partTargetSeconds.toFixed(2)} s`, () => {
        const viewer = new TestViewer({ partTargetSeconds });
        viewer.packager.onTracks({ video: VIDEO_TRACK, audio: null });
        play(viewer, videoUnits({ framesPerSecond, keyframeSeconds: 2, seconds: 14 }));
        const playlist = viewer.playlist('video');
        const target = attribute(playlist, 'PART-TARGET');
        expect(target).toBeLessThanOrEqual(Math.max(partTargetSeconds * 1.01, 1 / framesPerSecond) + 0.0031);
        expect(viewer.packager.statistics.shortParts).toBe(0);
        expect(Math.max(...partDurations(playlist))).toBeGreaterThanOrEqual(target * 0.9);
        expect(attribute(viewer.playlist('video'), 'PART-HOLD-BACK')).toBeCloseTo(target * 3, 3);
      });
    }
  }

  it.each([
    ['AAC at 48 kHz', AAC_TRACK, 0.2, 0.192],
    ['AAC at 48 kHz', AAC_TRACK, 1 / 3, 0.32],
    ['AAC at 44.1 kHz', { ...AAC_TRACK, sampleRate: 44_100 }, 1 / 3, 0.326],
    ['Opus', OPUS_TRACK, 1 / 3, 0.32],
    ['Opus', OPUS_TRACK, 0.2, 0.2],
  ])('are whole frames of %s', (_, track, partTargetSeconds, target) => {
    const viewer = new TestViewer({ partTargetSeconds });
    viewer.packager.onTracks({ video: null, audio: track });
    play(viewer, audioUnits({ track, seconds: 14 }));
    const playlist = viewer.playlist('audio');
    expect(attribute(playlist, 'PART-TARGET')).toBe(target);
    expect(playlist).toContain('#EXT-X-TARGETDURATION:2\n');
  });

  it('are not exceeded when the frame rate drops, and short parts are counted', () => {
    const viewer = new TestViewer();
    viewer.packager.onTracks({ video: VIDEO_TRACK, audio: null });
    viewer.feed(videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, seconds: 6 }));
    viewer.feed(videoUnits({ framesPerSecond: 4, keyframeSeconds: 2, seconds: 6, from: 7 }));
    viewer.end();
    expect(new Set(viewer.findings.map((finding) => finding.rule))).toEqual(new Set(['part-too-short']));
    expect(viewer.packager.statistics.shortParts).toBeGreaterThan(0);
  });
});

describe('keyframe intervals', () => {
  it('of ten seconds are playable after five and a half', () => {
    const viewer = new TestViewer();
    viewer.packager.onTracks(BOTH);
    const units = interleave(
      videoUnits({ framesPerSecond: 30, keyframeSeconds: 10, seconds: 45 }),
      audioUnits({ seconds: 45 }),
    );
    play(viewer, units);
    const last = units[(viewer.playableAfter ?? 0) - 1];
    expect(last?.dts).toBeLessThan(6.6 * TIMESCALE);
    expect(viewer.playlist('video')).toContain('#EXT-X-TARGETDURATION:10\n');
    const lengths = [...viewer.playlist('video').matchAll(/#EXTINF:([\d.]+)/g)].map((match) =>
      Number(match[1]),
    );
    expect(lengths[2]).toBe(10);
    expect(lengths[3]).toBe(10);
  });

  it('that grow past the target duration are cut without a keyframe', () => {
    const viewer = new TestViewer();
    viewer.packager.onTracks(BOTH);
    const video = [
      ...videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, seconds: 4 }),
      ...videoUnits({ framesPerSecond: 30, keyframeSeconds: 60, seconds: 20, from: 5 }),
    ];
    play(viewer, interleave(video, audioUnits({ seconds: 24 })));
    expect(viewer.playlist('video')).toContain('#EXT-X-TARGETDURATION:2\n');
    expect(viewer.fragments('video').flatMap((f) => f.samples)).toHaveLength(video.length);
  });

  it('of half a second give segments of two seconds', () => {
    const viewer = new TestViewer();
    viewer.packager.onTracks(BOTH);
    play(
      viewer,
      interleave(
        videoUnits({ framesPerSecond: 30, keyframeSeconds: 0.5, seconds: 12 }),
        audioUnits({ seconds: 12 }),
      ),
    );
    expect(viewer.playlist('video')).toContain('#EXTINF:2.00000,\nvideo/3.m4s');
  });
});

describe('a rendition whose frames stop', () => {
  const video = videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, seconds: 30 });
  const audio = audioUnits({ seconds: 30 });
  const pause = (units: readonly Unit[], from: number, to: number) =>
    units.filter((unit) => unit.dts < from * TIMESCALE || unit.dts >= to * TIMESCALE);

  it.each([
    ['audio', interleave(video, pause(audio, 9.3, 22.2))],
    ['video', interleave(pause(video, 9.3, 23), audio)],
    ['audio, for a moment', interleave(video, pause(audio, 9.3, 9.8))],
    ['video, for a moment', interleave(pause(video, 9.3, 11), audio)],
    ['audio, to the end', interleave(video, pause(audio, 9.3, 99))],
    ['video, to the end', interleave(pause(video, 9.3, 99), audio)],
  ])('has gaps and does not delay the other rendition: %s', (_, units) => {
    const viewer = new TestViewer();
    viewer.packager.onTracks(BOTH);
    play(viewer, units);
    expect(viewer.packager.statistics.lateFrames).toBe(0);
    for (const name of ['video', 'audio'] as const) {
      const sent = ofKind(units, name).length;
      const carried = viewer.fragments(name).reduce((sum, fragment) => sum + fragment.samples.length, 0);
      expect(sent - carried).toBeLessThan(2);
    }
    const msns = (['video', 'audio'] as const).map((name) =>
      Math.max(...(viewer.watched.get(name)?.segments.keys() ?? [])),
    );
    expect(msns[0]).toBe(msns[1]);
  });

  it('is left out if its track is announced and no frame arrives', () => {
    for (const units of [video, audio]) {
      const viewer = new TestViewer();
      viewer.packager.onTracks(BOTH);
      play(viewer, units);
      const name = units[0]?.kind ?? 'video';
      expect(Buffer.from(viewer.presentation.multivariant().body).toString()).toContain(`epoch/${name}.m3u8`);
      expect(viewer.presentation.rendition(name === 'video' ? 'audio' : 'video')).toBeUndefined();
    }
  });

  it('is added when its first frame arrives late', () => {
    const viewer = new TestViewer();
    viewer.packager.onTracks(BOTH);
    play(viewer, interleave(video, pause(audio, 0, 11.7)));
    expect(viewer.playlist('audio')).toContain('#EXT-X-MEDIA-SEQUENCE:5\n');
    const lateVideo = new TestViewer();
    lateVideo.packager.onTracks(BOTH);
    play(lateVideo, interleave(pause(video, 0, 11), audio));
    expect(lateVideo.playlist('video')).toContain('#EXT-X-DISCONTINUITY\n');
  });
});

describe('an interruption', () => {
  const first = interleave(
    videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, seconds: 7.3 }),
    audioUnits({ seconds: 7.2 }),
  );
  const again = (from: number, track = AAC_TRACK, audioFrom = from) =>
    interleave(
      videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, seconds: 8, from }),
      audioUnits({ track, seconds: 8, from: audioFrom }),
    );

  /** Plays `first`, loses the connection, and continues with `second`. */
  function interrupted(
    tracks: Tracks,
    second: readonly Unit[],
    before: Tracks = BOTH,
    units = first,
  ): TestViewer {
    const viewer = new TestViewer();
    viewer.packager.onTracks(before);
    viewer.feed(units);
    viewer.nowMs += 12_000;
    viewer.packager.onDiscontinuity('reconnected');
    viewer.look();
    viewer.packager.onTracks(tracks);
    viewer.look();
    viewer.feed(second);
    viewer.end();
    expect(viewer.problems).toBe('');
    return viewer;
  }

  it('continues the stream at the same segment in both renditions', () => {
    const viewer = interrupted(BOTH, again(15));
    for (const name of ['video', 'audio'] as const) {
      const playlist = viewer.playlist(name);
      expect(playlist.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1);
      // 7.3 s are segments 0 to 3.
      expect(playlist).toMatch(new RegExp(`${name}/3.m4s\\n#EXT-X-DISCONTINUITY\\n#EXT-X-PROGRAM`));
      expect(playlist.match(/#EXT-X-MAP/g)).toHaveLength(1);
      const times = viewer
        .fragments(name)
        .flatMap((fragment) => fragment.samples.map((sample) => sample.dts));
      expect(times.every((time, i) => i === 0 || time > (times[i - 1] ?? 0))).toBe(true);
    }
  });

  it('makes another initialization section when the parameter sets differ afterwards', () => {
    const other = { ...VIDEO_TRACK, width: 640, height: 360 };
    const viewer = interrupted({ video: other, audio: AAC_TRACK }, again(15));
    expect(viewer.playlist('video')).toContain('#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="video/init-1.mp4"\n');
    expect(viewer.playlist('audio')).not.toContain('init-1');
    expect(viewer.rendition('video').init(1)).toBeDefined();
    expect(Buffer.from(viewer.presentation.multivariant().body).toString()).toContain('RESOLUTION=640x360');
  });

  it('keeps the part target when the sample rate differs afterwards', () => {
    const other = { ...AAC_TRACK, sampleRate: 44_100, configuration: Uint8Array.of(0x12, 0x10) };
    const viewer = interrupted({ video: VIDEO_TRACK, audio: other }, again(15, other));
    expect(viewer.playlist('audio')).toContain('audio/init-1.mp4');
    expect(attribute(viewer.playlist('audio'), 'PART-TARGET')).toBe(0.32);
  });

  it('fills the audio with gaps and offers only video when audio is missing afterwards', () => {
    const viewer = interrupted({ video: VIDEO_TRACK, audio: null }, ofKind(again(15), 'video'));
    expect(viewer.playlist('audio')).toContain('#EXT-X-GAP\n');
    expect(Buffer.from(viewer.presentation.multivariant().body).toString()).not.toContain('TYPE=AUDIO');
  });

  it('fills the video with gaps and offers only audio when video is missing afterwards', () => {
    const viewer = interrupted({ video: null, audio: AAC_TRACK }, ofKind(again(15), 'audio'));
    expect(viewer.playlist('video')).toContain('#EXT-X-GAP\n');
    expect(Buffer.from(viewer.presentation.multivariant().body).toString()).not.toContain('video.m3u8');
  });

  it('offers audio that is added afterwards to new viewers', () => {
    const silent = { video: VIDEO_TRACK, audio: null };
    const viewer = interrupted(BOTH, again(15), silent, ofKind(first, 'video'));
    expect(viewer.playlist('audio')).toMatch(
      /MEDIA-SEQUENCE:4\n#EXT-X-DISCONTINUITY-SEQUENCE:0\n(#EXT-X-MAP.*\n)?#EXT-X-DISCONTINUITY\n/,
    );
    expect(Buffer.from(viewer.presentation.multivariant().body).toString()).toContain('AUDIO="audio"');
  });

  it('offers video that is added afterwards to new viewers', () => {
    const viewer = interrupted(BOTH, again(15), { video: null, audio: AAC_TRACK }, ofKind(first, 'audio'));
    expect(Buffer.from(viewer.presentation.multivariant().body).toString()).toContain('video.m3u8');
  });

  it('keeps EXT-X-PROGRAM-DATE-TIME in step with wall time', () => {
    const viewer = interrupted(BOTH, again(15));
    const [before, after] = viewer.playlist('video').split('#EXT-X-DISCONTINUITY\n');
    const dates = (text: string | undefined) =>
      [...(text ?? '').matchAll(/DATE-TIME:(.*)/g)].map((m) => Date.parse(m[1] ?? ''));
    expect(dates(before)[0]).toBe(Date.UTC(2026, 0, 1));
    expect(dates(after)[0]).toBe(Date.UTC(2026, 0, 1) + 12_000);
  });

  it('does not shift EXT-X-PROGRAM-DATE-TIME when it changes the sample rate and fails at once', () => {
    const viewer = new TestViewer();
    viewer.packager.onTracks(BOTH);
    viewer.feed(first);
    const other = { ...AAC_TRACK, sampleRate: 44_100, configuration: Uint8Array.of(0x12, 0x10) };
    for (let i = 0; i < 2; i += 1) {
      viewer.packager.onDiscontinuity('reconnected');
      viewer.packager.onTracks({ video: VIDEO_TRACK, audio: other });
      viewer.look();
    }
    viewer.nowMs += 12_000;
    play(viewer, again(15, other));
    const dates = [...viewer.playlist('audio').matchAll(/DATE-TIME:(.*)/g)].map((m) =>
      Date.parse(m[1] ?? ''),
    );
    expect(dates.at(4)).toBeLessThan(Date.UTC(2026, 0, 1) + 12_100);
  });

  it('restarts the probe if it comes before the first playlist', () => {
    const viewer = new TestViewer();
    viewer.packager.onTracks(BOTH);
    viewer.feed(first.slice(0, 50));
    viewer.packager.onDiscontinuity('reconnected');
    viewer.packager.onTracks(BOTH);
    play(viewer, again(15));
    expect(viewer.playlist('video')).not.toContain('#EXT-X-DISCONTINUITY\n');
  });

  it('leaves no empty segment when it follows another one at once', () => {
    const viewer = new TestViewer();
    viewer.packager.onTracks(BOTH);
    viewer.feed(first);
    for (let i = 0; i < 3; i += 1) {
      viewer.packager.onDiscontinuity('timestamps_jumped');
      viewer.look();
    }
    viewer.feed(again(15).slice(0, 1));
    viewer.packager.onDiscontinuity('timestamps_jumped');
    viewer.look();
    play(viewer, again(30));
  });
});

describe('the end of a stream', () => {
  it('is declared in both playlists, after all media', () => {
    const viewer = new TestViewer();
    viewer.packager.onTracks(BOTH);
    let told = 0;
    viewer.feed(
      interleave(
        videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, seconds: 7.3 }),
        audioUnits({ seconds: 7.3 }),
      ),
    );
    for (const name of ['video', 'audio'] as const) viewer.rendition(name).onAdvance(() => (told += 1));
    viewer.end();
    expect(told).toBe(2);
    for (const name of ['video', 'audio'] as const) {
      expect(viewer.playlist(name)).toContain('#EXT-X-ENDLIST\n');
      expect(viewer.rendition(name).ended).toBe(true);
    }
    viewer.feed(videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, seconds: 1, from: 20 }).slice(0, 1));
    viewer.look();
    expect(viewer.problems).toBe('');
  });

  it('publishes nothing if it comes before the first playlist', () => {
    const viewer = new TestViewer();
    viewer.packager.onTracks(BOTH);
    viewer.feed(videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, seconds: 1 }));
    viewer.end();
    expect(viewer.packager.presentation).toBeUndefined();
    expect(viewer.playableAfter).toBeNull();
  });
});

describe('listeners', () => {
  it('are called once for each change, when all renditions have it', () => {
    const viewer = new TestViewer();
    viewer.packager.onTracks(BOTH);
    const units = interleave(
      videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, seconds: 10 }),
      audioUnits({ seconds: 10 }),
    );
    viewer.feed(units.slice(0, 250));
    const rendition = viewer.rendition('video');
    const edges: string[] = [];
    const stop = rendition.onAdvance(() => edges.push(`${rendition.edge.msn}.${rendition.edge.part}`));
    viewer.feed(units.slice(250, 500));
    expect(edges.length).toBeGreaterThan(5);
    expect(new Set(edges).size).toBe(edges.length);
    const seen = edges.length;
    stop();
    viewer.feed(units.slice(500));
    expect(edges).toHaveLength(seen);
  });
});

describe('a long pause of the video', () => {
  it('does not count as the duration of its last frame', () => {
    const viewer = new TestViewer({ segmentMinSeconds: 1 });
    viewer.packager.onTracks(BOTH);
    const video = videoUnits({ framesPerSecond: 30, keyframeSeconds: 1, seconds: 12 });
    const [before, after] = [video.slice(0, 150), video.slice(250, 252)];
    play(viewer, interleave([...before, ...after], audioUnits({ seconds: 8.4 })));
    expect(viewer.fragments('video').at(-1)?.samples.at(-1)?.duration).toBeLessThanOrEqual(0.335 * TIMESCALE);
  });
});

describe('a broken encoder', () => {
  const [first] = videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, seconds: 1 });
  if (first === undefined) throw new Error('No unit was made.');

  it('fails packaging when its timestamps hardly advance, and its playlists end', () => {
    const viewer = new TestViewer();
    const { packager } = viewer;
    packager.onTracks({ video: VIDEO_TRACK, audio: null });
    for (const unit of videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, seconds: 8 }))
      packager.onUnit(unit);
    const before = packager.statistics.bytesHeld;
    const payload = new Uint8Array(1024 * 1024);
    let taken = 0;
    const flood = () => {
      for (; taken < 10_000; taken += 1) {
        const dts = 9 * TIMESCALE + taken;
        packager.onUnit({ ...first, dts, pts: dts, keyframe: false, payload });
      }
    };
    expect(flood).toThrow('exceeds the limit of 134217728 bytes');
    expect(taken).toBeLessThan(130);
    packager.onEnd('protocol_error');
    expect(viewer.playlist('video')).toContain('#EXT-X-ENDLIST');
    expect(packager.statistics.bytesHeld - before).toBeLessThan(130 * 1024 * 1024);
  });

  it('has initialization sections only for segments that are available', () => {
    const viewer = new TestViewer();
    const { packager } = viewer;
    packager.onTracks({ video: VIDEO_TRACK, audio: null });
    for (const unit of videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, seconds: 8 }))
      packager.onUnit(unit);
    for (let change = 0; change < 400; change += 1) {
      const configuration = Uint8Array.of(1, 0x64, 0, change & 0xff, change >> 8, 0xe0, 0);
      packager.onDiscontinuity('tracks_changed');
      packager.onTracks({ video: { ...VIDEO_TRACK, configuration }, audio: null });
      for (const at of [0, 3_000]) {
        const dts = 10 * TIMESCALE + change * 9_000 + at;
        packager.onUnit({ ...first, dts, pts: dts });
      }
    }
    packager.onDiscontinuity('timestamps_jumped');
    const rendition = viewer.rendition('video');
    expect(rendition.init(399)).toBeDefined();
    expect(rendition.init(100)).toBeUndefined();
    for (const [, version] of viewer.playlist('video').matchAll(/init-(\d+)\.mp4/g))
      expect(rendition.init(Number(version))).toBeDefined();
  });
});
