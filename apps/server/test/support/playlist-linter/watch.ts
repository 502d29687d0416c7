import { type Finding, Report } from './finding.ts';
import { LEAST_PART_SHARE, lintParsed } from './media.ts';
import { type ParsedMediaPlaylist, type ParsedSegment, parseMediaPlaylist } from './parse.ts';

/** Follows one media playlist over time, as a player does. */
export interface PlaylistWatch {
  /**
   * Lints the current playlist by itself, against all earlier versions, and against its delta update if that is given.
   */
  see(whole: string, delta?: string): Finding[];
}

export function createPlaylistWatch(): PlaylistWatch {
  return new Watch();
}

class Watch implements PlaylistWatch {
  #last: ParsedMediaPlaylist | null = null;
  /** The content that each URI has identified. */
  readonly #uris = new Map<string, string>();

  see(whole: string, delta?: string): Finding[] {
    const report = new Report();
    const playlist = parseMediaPlaylist(whole, report);
    lintParsed(playlist, report);
    report.expect(
      playlist.skipped === null,
      'not-whole',
      '6.2.5.1',
      'A delta update was sent where none was asked for.',
    );
    this.#lintUris(playlist, report);
    if (this.#last !== null) lintStep(this.#last, playlist, report);
    if (delta !== undefined) lintDelta(whole, delta, report);
    this.#last = playlist;
    return report.findings;
  }

  /** Checks that the content of a URI never changes (section 6.2.1). */
  #lintUris(playlist: ParsedMediaPlaylist, report: Report): void {
    for (const segment of playlist.segments) {
      this.#remember(segment.uri, `segment ${segment.msn} of ${segment.seconds} s`, report);
      for (const [index, part] of segment.parts.entries()) {
        this.#remember(part.uri, `part ${segment.msn}.${index} of ${part.seconds} s`, report);
      }
    }
  }

  #remember(uri: string | null, meaning: string, report: Report): void {
    if (uri === null) return;
    const before = this.#uris.get(uri);
    report.expect(
      before === undefined || before === meaning,
      'uri-reused',
      '6.2.1',
      `${uri} was ${before} and is ${meaning}.`,
    );
    this.#uris.set(uri, meaning);
  }
}

function lintStep(before: ParsedMediaPlaylist, now: ParsedMediaPlaylist, report: Report): void {
  lintConstants(before, now, report);
  lintSequence(before, now, report);
  lintSegmentsKept(before, now, report);
  lintHintKept(before, now, report);
  lintReports(before, now, report);
  report.expect(
    !before.ended || (now.ended && edge(before) === edge(now)),
    'changed-after-end',
    '4.4.3.4',
    'The playlist went on after EXT-X-ENDLIST.',
  );
}

function lintConstants(before: ParsedMediaPlaylist, now: ParsedMediaPlaylist, report: Report): void {
  const constants = [
    ['target-duration-changed', '6.2.2', before.targetDuration, now.targetDuration],
    ['part-target-changed', '4.4.3.7', before.partTarget, now.partTarget],
    ['part-hold-back-changed', '4.4.3.8', before.control?.partHoldBack, now.control?.partHoldBack],
    ['hold-back-changed', '4.4.3.8', before.control?.holdBack, now.control?.holdBack],
    ['can-skip-until-changed', '4.4.3.8', before.control?.canSkipUntil, now.control?.canSkipUntil],
    ['version-changed', '6.2.2', before.version, now.version],
  ] as const;
  for (const [rule, section, was, is] of constants) {
    report.expect(was === is, rule, section, `It was ${was} and is ${is}; players take it as constant.`);
  }
}

function lintSequence(before: ParsedMediaPlaylist, now: ParsedMediaPlaylist, report: Report): void {
  report.expect(
    now.mediaSequence >= before.mediaSequence,
    'media-sequence-back',
    '4.4.3.2',
    `EXT-X-MEDIA-SEQUENCE went from ${before.mediaSequence} to ${now.mediaSequence}.`,
  );
  report.expect(edge(now) >= edge(before), 'edge-back', '6.2.2', 'The newest part was taken back.');
  const removed = before.segments.filter((segment) => segment.msn < now.mediaSequence);
  const expected = before.discontinuitySequence + removed.filter((segment) => segment.discontinuity).length;
  const missed = now.mediaSequence > (before.segments.at(-1)?.msn ?? -1) + 1;
  report.expect(
    missed ? now.discontinuitySequence >= expected : now.discontinuitySequence === expected,
    'discontinuity-sequence',
    '4.4.3.3',
    `EXT-X-DISCONTINUITY-SEQUENCE is ${now.discontinuitySequence}; what was removed makes it ${expected}.`,
  );
  const length = now.segments.reduce((sum, segment) => sum + (segment.seconds ?? 0), 0);
  report.expect(
    removed.length === 0 || length >= 3 * (now.targetDuration ?? 0),
    'window-too-short',
    '6.2.2',
    `A segment was removed and ${length.toFixed(2)} s are left, less than three target durations.`,
  );
}

function lintSegmentsKept(before: ParsedMediaPlaylist, now: ParsedMediaPlaylist, report: Report): void {
  const section = '6.2.1';
  const present = new Map(now.segments.map((segment) => [segment.msn, segment]));
  for (const was of before.segments) {
    if (was.msn < now.mediaSequence) continue;
    const is = present.get(was.msn);
    if (is === undefined) {
      report.add(
        'segment-vanished',
        section,
        `Segment ${was.msn} is gone, and nothing says that it was removed.`,
      );
      continue;
    }
    const what = changeOf(was, is);
    report.expect(what === null, 'segment-changed', section, `Segment ${was.msn}: ${what} changed.`);
    if (was.seconds !== null) continue;
    // A part that was its open segment's last must be long enough if another one followed.
    const last = was.parts.at(-1);
    const next = is.parts[was.parts.length];
    const target = now.partTarget ?? 0;
    report.expect(
      last === undefined ||
        next === undefined ||
        last.independent ||
        last.gap ||
        next.gap ||
        last.seconds >= target * LEAST_PART_SHARE,
      'part-too-short',
      '4.4.4.9',
      `Part ${was.msn}.${was.parts.length - 1} lasts ${last?.seconds} s and is not the last of its segment.`,
    );
  }
}

function changeOf(was: ParsedSegment, is: ParsedSegment): string | null {
  if (was.uri !== null && was.uri !== is.uri) return 'its URI';
  if (was.seconds !== null && was.seconds !== is.seconds) return 'its duration';
  if (was.discontinuity !== is.discontinuity) return 'its discontinuity';
  if (was.map !== is.map) return 'its initialization section';
  if (was.programTimeMs !== is.programTimeMs) return 'its program date time';
  if (was.uri !== null && was.gap !== is.gap) return 'whether it is a gap';
  if (is.parts.length === 0 && is.uri !== null) return null;
  const same = was.parts.every((part, index) => JSON.stringify(part) === JSON.stringify(is.parts[index]));
  return same ? null : 'a part';
}

/** Checks that a hinted part is the next one listed (section 6.2.6). */
function lintHintKept(before: ParsedMediaPlaylist, now: ParsedMediaPlaylist, report: Report): void {
  if (before.hint === null || before.hint === now.hint) return;
  const last = before.segments.at(-1);
  const hintedMsn = last?.uri === null ? last.msn : (last?.msn ?? -1) + 1;
  const hinted = now.segments.find(({ msn }) => msn === hintedMsn);
  // So many parts were added at once that the hinted part's segment no longer lists parts, or has left.
  if (hintedMsn < now.mediaSequence || (hinted?.uri !== null && hinted?.parts.length === 0)) return;
  const added = now.segments.flatMap((segment) => {
    const known = before.segments.find((each) => each.msn === segment.msn);
    return segment.parts.slice(known?.parts.length ?? 0).map((part) => part.uri);
  });
  const first = added[0];
  if (first === undefined) {
    // A hint need not be fulfilled at the end of the stream.
    report.expect(
      now.ended,
      'hint-changed',
      '4.4.5.3',
      `${before.hint} was hinted, then ${now.hint} instead of it.`,
    );
    return;
  }
  report.expect(
    first === before.hint,
    'hint-broken',
    '4.4.5.3',
    `${before.hint} was hinted, and ${first} came.`,
  );
}

function lintReports(before: ParsedMediaPlaylist, now: ParsedMediaPlaylist, report: Report): void {
  for (const was of before.reports) {
    const is = now.reports.find((each) => each.uri === was.uri);
    report.expect(is !== undefined, 'report-missing', '4.4.5.4', `${was.uri} is reported on no more.`);
    if (is === undefined) continue;
    const back =
      is.lastMsn < was.lastMsn || (is.lastMsn === was.lastMsn && (is.lastPart ?? 0) < (was.lastPart ?? 0));
    report.expect(
      !back,
      'report-back',
      '4.4.5.4',
      `The report of ${was.uri} went from ${was.lastMsn}.${was.lastPart} to ${is.lastMsn}.${is.lastPart}.`,
    );
  }
}

/** A delta update together with the segments it skips must equal the whole playlist (section 6.2.5.1). */
function lintDelta(whole: string, delta: string, report: Report): void {
  const skip = /^#EXT-X-SKIP:SKIPPED-SEGMENTS=(\d+)\n/m.exec(delta);
  if (skip === null) {
    report.expect(
      delta === whole,
      'delta-differs',
      '6.2.5.1',
      'What skips nothing is not the whole playlist.',
    );
    return;
  }
  lintParsed(parseMediaPlaylist(delta, report), report);
  const head = delta.slice(0, skip.index);
  const rest = delta.slice(skip.index + skip[0].length);
  const fits = whole.startsWith(head) && whole.endsWith(rest);
  report.expect(
    fits,
    'delta-differs',
    '6.2.5.1',
    'What a delta update holds is not what the whole playlist holds.',
  );
  const left = whole.slice(head.length, whole.length - rest.length);
  const uris = left.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  report.expect(
    !fits || uris.length === Number(skip[1]),
    'skip-count',
    '4.4.5.2',
    `A delta update says that it skips ${skip[1]} segments and leaves out ${uris.length}.`,
  );
}

/** The end of the playlist as one number, which only rises. */
function edge(playlist: ParsedMediaPlaylist): number {
  const last = playlist.segments.at(-1);
  if (last === undefined) return -1;
  return last.uri === null ? last.msn + Math.min(last.parts.length, 9999) / 10_000 : last.msn + 1;
}
