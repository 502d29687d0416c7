import { describe, expect, it } from 'vitest';
import { createPlaylistWatch, lintMediaPlaylist, lintMultivariantPlaylist, lintRenditions } from './index.ts';

const HEAD = `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:2
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12.0,HOLD-BACK=6.0,PART-HOLD-BACK=1.5
#EXT-X-PART-INF:PART-TARGET=0.5
`;

interface Shape {
  readonly first?: number;
  readonly discontinuities?: number;
  /** The number of finished segments, and of the open segment's parts. */
  readonly finished: number;
  readonly open?: number;
  readonly tail?: string;
}

function segment(msn: number): string {
  const date = `#EXT-X-PROGRAM-DATE-TIME:${new Date(1_700_000_000_000 + msn * 2000).toISOString()}\n`;
  return (msn === 4 ? '#EXT-X-DISCONTINUITY\n' : '') + date;
}

function parts(msn: number, count: number): string {
  return Array.from({ length: count }, (_, i) => {
    return `#EXT-X-PART:DURATION=0.50000,URI="v/${msn}.${i}.m4s"${i === 0 ? ',INDEPENDENT=YES' : ''}\n`;
  }).join('');
}

/** Writes a valid playlist: segments of two seconds from `first`, four parts each. */
function playlist({ first = 0, discontinuities = 0, finished, open = 0, tail }: Shape): string {
  const lines = [
    HEAD,
    `#EXT-X-MEDIA-SEQUENCE:${first}\n#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuities}\n`,
    '#EXT-X-MAP:URI="v/init-0.mp4"\n',
  ];
  const end = first + finished;
  for (let msn = first; msn < end; msn += 1) {
    const listed = end - msn <= 3 ? parts(msn, 4) : '';
    lines.push(segment(msn), listed, `#EXTINF:2.00000,\nv/${msn}.m4s\n`);
  }
  lines.push(segment(end), parts(end, open));
  lines.push(tail ?? `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="v/${end}.${open}.m4s"\n`);
  lines.push('#EXT-X-RENDITION-REPORT:URI="audio.m3u8",LAST-MSN=3,LAST-PART=1\n');
  return lines.join('');
}

const rules = (findings: readonly { rule: string }[]) => [
  ...new Set(findings.map((finding) => finding.rule)),
];
const good = playlist({ finished: 8, open: 2 });

describe('one media playlist', () => {
  it('has no finding if it has no fault', () => {
    expect(lintMediaPlaylist(good)).toEqual([]);
  });

  const replaced = (from: string | RegExp, to: string) => () => good.replace(from, to);
  const ended = playlist({ finished: 8, tail: '#EXT-X-ENDLIST\n' });
  it.each<[string, () => string]>([
    ['header', replaced('#EXTM3U\n', '\n')],
    ['line-end', () => good.slice(0, -1)],
    ['line-end', () => good.replaceAll('\n', '\r\n')],
    ['attribute-syntax', replaced('TYPE=PART,URI="v/8.2.m4s"', 'TYPE PART')],
    ['attribute-type', replaced('URI="v/8.2.m4s"', 'URI=v/8.2.m4s')],
    ['attribute-type', replaced('PART-TARGET=0.5', 'PART-TARGET="0.5"')],
    ['attribute-type', replaced('INDEPENDENT=YES', 'INDEPENDENT=TRUE')],
    ['attribute-twice', replaced('TYPE=PART', 'TYPE=PART,TYPE=PART')],
    ['attribute-missing', replaced('LAST-MSN=3,', '')],
    ['tag-twice', replaced('#EXT-X-VERSION:9\n', '#EXT-X-VERSION:9\n#EXT-X-VERSION:9\n')],
    ['tag-value', replaced('MEDIA-SEQUENCE:0', 'MEDIA-SEQUENCE:none')],
    ['tag-value', replaced('#EXTINF:2.00000,', '#EXTINF:2.00000')],
    ['unknown-tag', replaced('#EXT-X-MAP', '#EXT-X-MAPS')],
    ['sequence-position', () => `${good}#EXT-X-DISCONTINUITY-SEQUENCE:1\n`],
    ['target-duration', replaced('#EXT-X-TARGETDURATION:2\n', '')],
    ['version', replaced('VERSION:9', 'VERSION:5')],
    ['part-inf', replaced('#EXT-X-PART-INF:PART-TARGET=0.5\n', '')],
    ['block-reload', replaced('CAN-BLOCK-RELOAD=YES,', '')],
    ['part-hold-back', replaced('PART-HOLD-BACK=1.5', 'PART-HOLD-BACK=1.2')],
    ['part-hold-back', replaced(',PART-HOLD-BACK=1.5', '')],
    ['hold-back', replaced('HOLD-BACK=6.0', 'HOLD-BACK=5.0')],
    ['can-skip-until', replaced('CAN-SKIP-UNTIL=12.0', 'CAN-SKIP-UNTIL=11.0')],
    ['uri-twice', replaced('v/7.1.m4s', 'v/7.0.m4s')],
    ['map-missing', replaced(/#EXT-X-MAP.*\n/, '')],
    [
      'independent-segments',
      () =>
        good
          .replace('VERSION:9\n', 'VERSION:9\n#EXT-X-INDEPENDENT-SEGMENTS\n')
          .replaceAll(',INDEPENDENT=YES', ''),
    ],
    ['extinf-missing', replaced('#EXTINF:2.00000,\n', '')],
    ['extinf-zero', replaced('#EXTINF:2.00000,', '#EXTINF:0.00000,')],
    ['extinf-too-long', replaced('#EXTINF:2.00000,', '#EXTINF:2.50000,')],
    ['part-sum', replaced('DURATION=0.50000,URI="v/7.3', 'DURATION=0.40000,URI="v/7.3')],
    ['gap-parent', replaced('#EXTINF:2.00000,\nv/7', '#EXT-X-GAP\n#EXTINF:2.00000,\nv/7')],
    [
      'gap-parent',
      () => good.replace(/URI="v\/7\.(\d)\.m4s"(,INDEPENDENT=YES)?/g, 'URI="v/7.$1.m4s",GAP=YES'),
    ],
    ['part-zero', replaced('DURATION=0.50000,URI="v/7.3', 'DURATION=0.00000,URI="v/7.3')],
    ['part-too-long', replaced('DURATION=0.50000,URI="v/7.3', 'DURATION=0.50100,URI="v/7.3')],
    ['part-too-short', replaced('DURATION=0.50000,URI="v/7.1', 'DURATION=0.42000,URI="v/7.1')],
    ['parts-missing', replaced(/#EXT-X-PART:.*v\/6\.\d.*\n/g, '')],
    [
      'parts-kept',
      () => good.replace('#EXTINF:2.00000,\nv/0.m4s', `${parts(0, 4)}#EXTINF:2.00000,\nv/0.m4s`),
    ],
    ['date-time', replaced(/DATE-TIME:.*/, 'DATE-TIME:yesterday')],
    [
      'date-continuity',
      () =>
        good.replace(
          new Date(1_700_000_000_000 + 2000).toISOString(),
          new Date(1_700_000_000_000 + 2100).toISOString(),
        ),
    ],
    [
      'date-continuity',
      () =>
        good.replace(
          new Date(1_700_000_000_000 + 8000).toISOString(),
          new Date(1_700_000_000_000 + 7000).toISOString(),
        ),
    ],
    ['hint-missing', replaced(/#EXT-X-PRELOAD-HINT.*\n/, '')],
    ['hint-listed', replaced('TYPE=PART,URI="v/8.2.m4s"', 'TYPE=PART,URI="v/8.1.m4s"')],
    ['hint-type', replaced('TYPE=PART,URI="v/8.2.m4s"', 'TYPE=SEGMENT,URI="v/8.2.m4s"')],
    ['hint-twice', () => `${good}#EXT-X-PRELOAD-HINT:TYPE=PART,URI="v/8.3.m4s"\n`],
    ['hint-after-end', () => `${ended}#EXT-X-PRELOAD-HINT:TYPE=PART,URI="v/8.0.m4s"\n`],
    ['end-open', () => `${good}#EXT-X-ENDLIST\n`],
    ['report-part', replaced(',LAST-PART=1', '')],
    ['skip-nothing', replaced('#EXT-X-MAP', '#EXT-X-SKIP:SKIPPED-SEGMENTS=0\n#EXT-X-MAP')],
    ['skip-too-much', () => delta(good, 4)],
    ['skip-unannounced', () => delta(good, 1).replace('CAN-SKIP-UNTIL=12.0,', '')],
  ])('is found to have the fault %s', (rule, fault) => {
    expect(rules(lintMediaPlaylist(fault()))).toContain(rule);
  });

  it('excuses the last part of a segment, an independent one and one before a gap', () => {
    const short = good
      .replace('DURATION=0.50000,URI="v/7.3', 'DURATION=0.10000,URI="v/7.3')
      .replace('#EXTINF:2.00000,\nv/7', '#EXTINF:1.60000,\nv/7')
      .replace('DURATION=0.50000,URI="v/6.0', 'DURATION=0.10000,URI="v/6.0')
      .replace('#EXTINF:2.00000,\nv/6', '#EXTINF:1.60000,\nv/6');
    expect(rules(lintMediaPlaylist(short)).filter((rule) => rule !== 'date-continuity')).toEqual([]);
  });
});

/** Makes the delta update that skips the first `count` segments and the lines before them. */
function delta(whole: string, count: number): string {
  const start = whole.indexOf('#EXT-X-MAP');
  const uri = `v/${count - 1}.m4s\n`;
  return `${whole.slice(0, start)}#EXT-X-SKIP:SKIPPED-SEGMENTS=${count}\n${whole.slice(whole.indexOf(uri) + uri.length)}`;
}

describe('a media playlist over time', () => {
  const see = (...playlists: readonly string[]) => {
    const watch = createPlaylistWatch();
    return rules(playlists.flatMap((each) => watch.see(each)));
  };
  const next = playlist({ finished: 8, open: 3 });

  it('has no finding if it only grows and slides', () => {
    const steps = [
      playlist({ finished: 8, open: 2 }),
      playlist({ finished: 8, open: 3 }),
      // The hinted part finishes its segment.
      playlist({ finished: 9 }),
      playlist({ first: 1, finished: 8, open: 3 }),
      playlist({ first: 1, finished: 9 }),
      playlist({ first: 5, discontinuities: 1, finished: 5, open: 1 }),
      playlist({ first: 5, discontinuities: 1, finished: 6, tail: '#EXT-X-ENDLIST\n' }),
    ];
    expect(see(...steps)).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['target-duration-changed', good, next.replace('TARGETDURATION:2', 'TARGETDURATION:3')],
    ['part-target-changed', good, next.replace('PART-TARGET=0.5', 'PART-TARGET=0.501')],
    ['part-hold-back-changed', good, next.replace('PART-HOLD-BACK=1.5', 'PART-HOLD-BACK=1.6')],
    ['hold-back-changed', good, next.replace('HOLD-BACK=6.0', 'HOLD-BACK=7.0')],
    ['can-skip-until-changed', good, next.replace('CAN-SKIP-UNTIL=12.0', 'CAN-SKIP-UNTIL=14.0')],
    ['version-changed', good, next.replace('VERSION:9', 'VERSION:10')],
    ['media-sequence-back', playlist({ first: 1, finished: 8, open: 2 }), good],
    ['edge-back', good, playlist({ finished: 8, open: 1 })],
    ['discontinuity-sequence', good, playlist({ first: 5, discontinuities: 0, finished: 4 })],
    ['discontinuity-sequence', good, next.replace('DISCONTINUITY-SEQUENCE:0', 'DISCONTINUITY-SEQUENCE:1')],
    ['window-too-short', good, playlist({ first: 6, discontinuities: 1, finished: 2, open: 3 })],
    ['segment-changed', good, next.replace('#EXTINF:2.00000,\nv/5', '#EXTINF:1.90000,\nv/5')],
    ['segment-changed', good, next.replace('v/3.m4s', 'v/3b.m4s')],
    ['segment-changed', good, next.replace('#EXT-X-DISCONTINUITY\n', '')],
    ['segment-changed', good, next.replace('v/init-0.mp4', 'v/init-1.mp4')],
    ['segment-changed', good, next.replace('URI="v/8.0.m4s",INDEPENDENT=YES', 'URI="v/8.0.m4s"')],
    ['segment-vanished', good, playlist({ finished: 7, open: 4 })],
    ['uri-reused', good, next.replace('v/8.2.m4s', 'v/8.0.m4s')],
    ['hint-broken', good, next.replace('v/8.2.m4s', 'v/8.2b.m4s')],
    ['hint-changed', good, good.replace('URI="v/8.2.m4s"', 'URI="v/9.0.m4s"')],
    ['report-missing', good, next.replace(/#EXT-X-RENDITION.*\n/, '')],
    ['report-back', good, next.replace('LAST-MSN=3,LAST-PART=1', 'LAST-MSN=3,LAST-PART=0')],
    ['changed-after-end', playlist({ finished: 8, tail: '#EXT-X-ENDLIST\n' }), playlist({ finished: 9 })],
    ['part-too-short', shortLast(good), shortLast(next)],
    ['not-whole', good, delta(next, 1)],
  ])('is found to have the fault %s', (rule, before, after) => {
    expect(see(before, after)).toContain(rule);
  });

  it('has a delta update that makes the whole playlist again', () => {
    const watch = createPlaylistWatch();
    expect(watch.see(good, delta(good, 2))).toEqual([]);
    expect(watch.see(good, good)).toEqual([]);
    expect(rules(watch.see(good, delta(good, 2).replace('SEGMENTS=2', 'SEGMENTS=1')))).toContain(
      'skip-count',
    );
    expect(rules(watch.see(good, delta(good, 2).replace('v/8.1', 'v/8.9')))).toContain('delta-differs');
    expect(rules(watch.see(good, next))).toContain('delta-differs');
  });
});

function shortLast(text: string): string {
  return text.replace('DURATION=0.50000,URI="v/8.1', 'DURATION=0.40000,URI="v/8.1');
}

describe('two renditions', () => {
  const audio = good
    .replaceAll('v/', 'a/')
    .replace('audio.m3u8",LAST-MSN=3,LAST-PART=1', 'video.m3u8",LAST-MSN=8,LAST-PART=1');
  const video = good.replace('LAST-MSN=3,LAST-PART=1', 'LAST-MSN=8,LAST-PART=1');
  const see = (one: string, other: string) =>
    rules(lintRenditions({ 'video.m3u8': one, 'audio.m3u8': other }));

  it('have no finding if they agree', () => {
    expect(see(video, audio)).toEqual([]);
  });

  it.each<[string, string]>([
    ['report-wrong', audio.replace('LAST-PART=1', 'LAST-PART=2')],
    ['report-missing', audio.replace(/#EXT-X-RENDITION.*\n/, '')],
    ['target-duration-apart', audio.replace('TARGETDURATION:2', 'TARGETDURATION:3')],
    ['discontinuity-apart', audio.replace('#EXT-X-DISCONTINUITY\n', '')],
    [
      'segments-apart',
      audio.replace(new Date(1_700_000_000_000).toISOString(), new Date(1_700_000_000_500).toISOString()),
    ],
  ])('are found to have the fault %s', (rule, fault) => {
    expect(see(video, fault)).toContain(rule);
  });
});

describe('a multivariant playlist', () => {
  const text = `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Audio",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="e/audio.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=2000,AVERAGE-BANDWIDTH=1000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=30.000,AUDIO="audio"
e/video.m3u8
`;

  it('has no finding if it has no fault', () => {
    expect(lintMultivariantPlaylist(text)).toEqual([]);
  });

  it.each<[string, string]>([
    ['header', text.slice(1)],
    ['line-end', text.slice(0, -1)],
    ['bandwidth', text.replace('BANDWIDTH=2000,', 'BANDWIDTH=0,')],
    ['bandwidth', text.replace('BANDWIDTH=2000,', '')],
    ['average-bandwidth', text.replace('AVERAGE-BANDWIDTH=1000', 'AVERAGE-BANDWIDTH=3000')],
    ['codecs', text.replace('CODECS="avc1.64001f,mp4a.40.2",', '')],
    ['codecs', text.replace('avc1.64001f,', 'avc1.64001f, ')],
    ['resolution', text.replace('RESOLUTION=1280x720,', '')],
    ['resolution', text.replace('1280x720', '1280x0')],
    ['group-missing', text.replace('GROUP-ID="audio"', 'GROUP-ID="sound"')],
    ['attribute-missing', text.replace('NAME="Audio",', '')],
    ['media-type', text.replace('TYPE=AUDIO', 'TYPE=SOUND')],
    ['default-autoselect', text.replace('AUTOSELECT=YES', 'AUTOSELECT=NO')],
    ['variant-uri', text.replace('e/video.m3u8\n', '')],
    ['variant-uri', `${text}e/other.m3u8\n`],
    ['no-variant', '#EXTM3U\n'],
    ['unknown-tag', `${text}#EXT-X-TARGETDURATION:2\n`],
  ])('is found to have the fault %s', (rule, fault) => {
    expect(rules(lintMultivariantPlaylist(fault))).toContain(rule);
  });
});
