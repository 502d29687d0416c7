import { type Finding, Report } from './finding.ts';
import { type ParsedMediaPlaylist, type ParsedSegment, parseMediaPlaylist } from './parse.ts';

/** Sums of rounded numbers may deviate by a millisecond. */
const ROUNDING = 0.002;
/** Program date times are whole milliseconds. */
const DATE_ROUNDING_MS = 20;
export const LEAST_PART_SHARE = 0.85;

/** Lints one low-latency media playlist, whole or a delta update, against RFC 8216bis. */
export function lintMediaPlaylist(text: string): Finding[] {
  const report = new Report();
  lintParsed(parseMediaPlaylist(text, report), report);
  return report.findings;
}

export function lintParsed(playlist: ParsedMediaPlaylist, report: Report): void {
  lintHeader(playlist, report);
  lintControl(playlist, report);
  lintSegments(playlist, report);
  lintParts(playlist, report);
  lintPartsShown(playlist, report);
  lintDates(playlist, report);
  lintTail(playlist, report);
  lintSkip(playlist, report);
}

function lintHeader(
  { version, targetDuration, partTarget, segments, skipped }: ParsedMediaPlaylist,
  report: Report,
): void {
  report.expect(
    targetDuration !== null && targetDuration > 0,
    'target-duration',
    '4.4.3.1',
    'No TARGETDURATION of at least a second.',
  );
  report.expect(
    (version ?? 1) >= 6,
    'version',
    '8',
    `Version ${version} has no EXT-X-MAP for segments of media.`,
  );
  report.expect(
    skipped === null || (version ?? 1) >= 9,
    'version',
    '8',
    `Version ${version} has no EXT-X-SKIP.`,
  );
  const hasParts = segments.some((segment) => segment.parts.length > 0);
  report.expect(
    !hasParts || partTarget !== null,
    'part-inf',
    '4.4.3.7',
    'There are parts, and no PART-TARGET.',
  );
}

function lintControl({ control, partTarget, targetDuration }: ParsedMediaPlaylist, report: Report): void {
  const section = '4.4.3.8';
  if (partTarget === null || targetDuration === null) return;
  report.expect(
    control?.canBlockReload === true,
    'block-reload',
    section,
    'A low-latency playlist must offer blocking reload.',
  );
  const { partHoldBack = null, holdBack = null, canSkipUntil = null } = control ?? {};
  report.expect(
    partHoldBack !== null && partHoldBack >= 3 * partTarget - 1e-9,
    'part-hold-back',
    section,
    `PART-HOLD-BACK is ${partHoldBack}; three times PART-TARGET is ${3 * partTarget}.`,
  );
  report.expect(
    holdBack === null || holdBack >= 3 * targetDuration,
    'hold-back',
    section,
    `HOLD-BACK is ${holdBack}; three times TARGETDURATION is ${3 * targetDuration}.`,
  );
  report.expect(
    canSkipUntil === null || canSkipUntil >= 6 * targetDuration,
    'can-skip-until',
    section,
    `CAN-SKIP-UNTIL is ${canSkipUntil}; six times TARGETDURATION is ${6 * targetDuration}.`,
  );
}

function lintSegments(playlist: ParsedMediaPlaylist, report: Report): void {
  const { segments, targetDuration, independentSegments, skipped } = playlist;
  const uris = new Set<string>();
  for (const { msn, uri, seconds, map, parts, gap } of segments) {
    for (const each of [...(uri === null ? [] : [uri]), ...parts.map((part) => part.uri)]) {
      report.expect(!uris.has(each), 'uri-twice', '6.2.1', `${each} is listed twice.`);
      uris.add(each);
    }
    // In a delta update the EXT-X-MAP may be among the skipped lines.
    report.expect(
      map !== null || skipped !== null,
      'map-missing',
      '4.4.4.5',
      `Segment ${msn} is under no EXT-X-MAP.`,
    );
    const first = parts.find((part) => !part.gap);
    report.expect(
      !independentSegments || first === undefined || first.independent,
      'independent-segments',
      '4.4.2.1',
      `Segment ${msn} begins with a part that is not INDEPENDENT; the playlist promises that it is.`,
    );
    if (seconds === null) continue;
    report.expect(seconds > 0, 'extinf-zero', '4.4.4.1', `Segment ${msn} lasts ${seconds} s.`);
    report.expect(
      Math.round(seconds) <= (targetDuration ?? 0),
      'extinf-too-long',
      '4.4.3.1',
      `Segment ${msn} lasts ${seconds} s, TARGETDURATION is ${targetDuration}.`,
    );
    if (parts.length === 0) continue;
    const sum = parts.reduce((total, part) => total + part.seconds, 0);
    report.expect(
      Math.abs(sum - seconds) <= ROUNDING,
      'part-sum',
      '4.4.4.9',
      `The parts of segment ${msn} last ${sum.toFixed(5)} s together, the segment ${seconds} s.`,
    );
    report.expect(
      gap === parts.every((part) => part.gap),
      'gap-parent',
      '4.4.4.7',
      `Segment ${msn} is${gap ? '' : ' not'} a GAP, and of its parts ${parts.filter((part) => part.gap).length} of ${parts.length} are.`,
    );
  }
}

function lintParts({ segments, partTarget }: ParsedMediaPlaylist, report: Report): void {
  if (partTarget === null) return;
  for (const segment of segments) {
    for (const [index, part] of segment.parts.entries()) {
      const name = `Part ${segment.msn}.${index}`;
      report.expect(part.seconds > 0, 'part-zero', '4.4.4.9', `${name} lasts ${part.seconds} s.`);
      report.expect(
        part.seconds <= partTarget,
        'part-too-long',
        '4.4.4.9',
        `${name} lasts ${part.seconds} s, PART-TARGET is ${partTarget}.`,
      );
      // The last part of an open segment may be its last, which only a later playlist shows.
      const next = segment.parts[index + 1];
      const isExempt = part.independent || part.gap || next === undefined || next.gap;
      report.expect(
        isExempt || part.seconds >= partTarget * LEAST_PART_SHARE,
        'part-too-short',
        '4.4.4.9',
        `${name} lasts ${part.seconds} s, below 85 % of PART-TARGET ${partTarget}, and nothing excuses it.`,
      );
    }
  }
}

/** Parts must be listed for the last three target durations, and removed at most one segment later. */
function lintPartsShown({ segments, targetDuration, partTarget }: ParsedMediaPlaylist, report: Report): void {
  if (targetDuration === null || partTarget === null) return;
  let fromEnd = 0;
  for (const segment of segments.toReversed()) {
    const isNear = fromEnd < 3 * targetDuration;
    const hasParts = segment.parts.length > 0;
    report.expect(
      !isNear || hasParts,
      'parts-missing',
      '4.4.4.9',
      `Segment ${segment.msn} ends ${fromEnd.toFixed(2)} s before the end and lists no parts.`,
    );
    report.expect(
      !hasParts || fromEnd <= 4 * targetDuration + 1,
      'parts-kept',
      '4.4.4.9',
      `Segment ${segment.msn} ends ${fromEnd.toFixed(2)} s before the end and still lists its parts.`,
    );
    fromEnd += segment.seconds ?? segment.parts.reduce((sum, part) => sum + part.seconds, 0);
  }
}

function lintDates({ segments }: ParsedMediaPlaylist, report: Report): void {
  let expected: number | null = null;
  for (const segment of segments) {
    const { programTimeMs, discontinuity, msn } = segment;
    if (programTimeMs !== null && expected !== null) {
      const off = programTimeMs - expected;
      report.expect(
        discontinuity ? off >= -DATE_ROUNDING_MS : Math.abs(off) <= DATE_ROUNDING_MS,
        'date-continuity',
        '4.4.4.6',
        `Segment ${msn} begins ${off.toFixed(0)} ms from where the one before it ends.`,
      );
    }
    const begins: number | null = programTimeMs ?? expected;
    expected = begins === null || segment.seconds === null ? null : begins + segment.seconds * 1000;
  }
}

function lintTail({ segments, hint, ended, partTarget, reports }: ParsedMediaPlaylist, report: Report): void {
  const section = '4.4.5.3';
  if (partTarget === null) return;
  report.expect(ended || hint !== null, 'hint-missing', section, 'A live playlist hints at no part.');
  report.expect(
    !ended || hint === null,
    'hint-after-end',
    section,
    `The playlist has ended and hints at ${hint}.`,
  );
  const listed = segments.some((segment) => segment.parts.some((part) => part.uri === hint));
  report.expect(!listed, 'hint-listed', section, `${hint} is hinted and listed.`);
  report.expect(
    !ended || segments.at(-1)?.uri !== null,
    'end-open',
    '4.4.3.4',
    'The playlist has ended within a segment.',
  );
  for (const { uri, lastPart } of reports) {
    report.expect(lastPart !== null, 'report-part', '4.4.5.4', `The report of ${uri} has no LAST-PART.`);
  }
}

function lintSkip(playlist: ParsedMediaPlaylist, report: Report): void {
  const { skipped, control, segments } = playlist;
  if (skipped === null) return;
  report.expect(skipped > 0, 'skip-nothing', '4.4.5.2', 'A delta update skips nothing.');
  const limit = control?.canSkipUntil ?? null;
  report.expect(limit !== null, 'skip-unannounced', '6.2.5.1', 'A delta update, and no CAN-SKIP-UNTIL.');
  const kept = segments.reduce((sum, segment) => sum + lengthOf(segment), 0);
  report.expect(
    limit === null || kept >= limit - ROUNDING,
    'skip-too-much',
    '6.2.5.1',
    `A delta update holds ${kept.toFixed(2)} s; it may skip only what is more than ${limit} s from the end.`,
  );
}

/** The duration in seconds; for an open segment, that of its parts. */
export function lengthOf(segment: ParsedSegment): number {
  return segment.seconds ?? segment.parts.reduce((sum, part) => sum + part.seconds, 0);
}
