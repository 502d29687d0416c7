import { type Finding, Report } from './finding.ts';
import { type ParsedMediaPlaylist, parseMediaPlaylist } from './parse.ts';

/** The largest difference between the starts of a segment, since renditions are cut on whole frames. */
const APART_MS = 250;

/**
 * Lints the playlists of renditions that play together, taken at one moment, against each other.
 * @param playlists the texts by the URI in the other renditions' reports
 */
export function lintRenditions(playlists: Readonly<Record<string, string>>): Finding[] {
  const report = new Report();
  const unread = new Report();
  const parsed = Object.entries(playlists).map(
    ([uri, text]) => ({ uri, playlist: parseMediaPlaylist(text, unread) }) as const,
  );
  for (const one of parsed) {
    for (const other of parsed) {
      if (one === other) continue;
      lintReport(one.uri, one.playlist, other.uri, other.playlist, report);
      if (one.uri < other.uri) lintPair(one.uri, one.playlist, other.uri, other.playlist, report);
    }
  }
  return report.findings;
}

function lintReport(
  uri: string,
  playlist: ParsedMediaPlaylist,
  other: string,
  its: ParsedMediaPlaylist,
  report: Report,
): void {
  const section = '4.4.5.4';
  const found = playlist.reports.find((each) => each.uri === other);
  report.expect(found !== undefined, 'report-missing', section, `${uri} has no report of ${other}.`);
  const last = its.segments.at(-1);
  if (found === undefined || last === undefined) return;
  report.expect(
    found.lastMsn === last.msn && found.lastPart === last.parts.length - 1,
    'report-wrong',
    section,
    `${uri} reports ${found.lastMsn}.${found.lastPart} of ${other}, whose last part is ${last.msn}.${last.parts.length - 1}.`,
  );
}

function lintPair(
  a: string,
  one: ParsedMediaPlaylist,
  b: string,
  other: ParsedMediaPlaylist,
  report: Report,
): void {
  report.expect(
    one.targetDuration === other.targetDuration,
    'target-duration-apart',
    '6.2.4',
    `TARGETDURATION is ${one.targetDuration} in ${a} and ${other.targetDuration} in ${b}.`,
  );
  const numbers = new Map(discontinuityNumbers(one));
  for (const [msn, its] of discontinuityNumbers(other)) {
    const here = numbers.get(msn);
    if (here === undefined) continue;
    report.expect(
      here.discontinuity === its.discontinuity,
      'discontinuity-apart',
      '6.2.4',
      `Segment ${msn} follows ${here.discontinuity} discontinuities in ${a} and ${its.discontinuity} in ${b}.`,
    );
    const apart = Math.abs((here.programTimeMs ?? 0) - (its.programTimeMs ?? 0));
    report.expect(
      here.programTimeMs === null || its.programTimeMs === null || apart <= APART_MS,
      'segments-apart',
      '6.2.4',
      `Segment ${msn} begins ${apart} ms apart in ${a} and ${b}.`,
    );
  }
}

function discontinuityNumbers(playlist: ParsedMediaPlaylist) {
  let discontinuity = playlist.discontinuitySequence;
  return playlist.segments.map((segment) => {
    if (segment.discontinuity) discontinuity += 1;
    return [segment.msn, { discontinuity, programTimeMs: segment.programTimeMs }] as const;
  });
}
