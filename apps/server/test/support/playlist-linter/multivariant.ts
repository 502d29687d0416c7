import { decimal, isYes, quoted, readAttributes } from './attributes.ts';
import { type Finding, Report } from './finding.ts';

/** Lints a multivariant playlist against RFC 8216bis section 4.4.6. */
export function lintMultivariantPlaylist(text: string): Finding[] {
  const report = new Report();
  report.expect(text.startsWith('#EXTM3U\n'), 'header', '4.4.1.1', 'The first line is not #EXTM3U.');
  report.expect(text.endsWith('\n'), 'line-end', '4.1', 'The last line has no line feed: it may be cut off.');
  const lines = text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '');
  const groups = new Set<string>();
  const wanted = new Set<string>();
  let variants = 0;
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (line.startsWith('#EXT-X-MEDIA:')) lintMedia(line.slice('#EXT-X-MEDIA:'.length), groups, report);
    else if (line.startsWith('#EXT-X-STREAM-INF:')) {
      variants += 1;
      lintVariant(line.slice('#EXT-X-STREAM-INF:'.length), wanted, report);
      report.expect(
        next !== undefined && !next.startsWith('#'),
        'variant-uri',
        '4.4.6.2',
        'An EXT-X-STREAM-INF is not followed by a URI.',
      );
    } else if (!line.startsWith('#')) {
      const follows = lines[index - 1]?.startsWith('#EXT-X-STREAM-INF:') === true;
      report.expect(follows, 'variant-uri', '4.4.6.2', `${line} follows no EXT-X-STREAM-INF.`);
    } else if (line.startsWith('#EXT') && !/^#EXT-X-(VERSION:\d+|INDEPENDENT-SEGMENTS)$/.test(line)) {
      report.add(
        'unknown-tag',
        '4.4',
        `${line} is no tag of a multivariant playlist that this linter knows.`,
      );
    }
  }
  report.expect(variants > 0, 'no-variant', '4.4.6.2', 'There is no variant.');
  for (const group of wanted) {
    report.expect(groups.has(group), 'group-missing', '4.4.6.2', `No EXT-X-MEDIA is of the group ${group}.`);
  }
  return report.findings;
}

function lintMedia(text: string, groups: Set<string>, report: Report): void {
  const tag = 'EXT-X-MEDIA';
  const attributes = readAttributes(tag, text, report);
  const group = quoted(tag, attributes, 'GROUP-ID', report);
  const name = quoted(tag, attributes, 'NAME', report);
  const type = attributes.get('TYPE');
  report.expect(group !== null, 'attribute-missing', '4.4.6.1', 'An EXT-X-MEDIA has no GROUP-ID.');
  report.expect(name !== null, 'attribute-missing', '4.4.6.1', 'An EXT-X-MEDIA has no NAME.');
  report.expect(type === 'AUDIO', 'media-type', '4.4.6.1', `An EXT-X-MEDIA has the type ${type}, not AUDIO.`);
  const isDefault = isYes(tag, attributes, 'DEFAULT', report);
  const autoselect = attributes.has('AUTOSELECT') ? isYes(tag, attributes, 'AUTOSELECT', report) : isDefault;
  report.expect(
    !isDefault || autoselect,
    'default-autoselect',
    '4.4.6.1',
    'What is DEFAULT must be AUTOSELECT.',
  );
  if (group !== null) groups.add(group);
}

function lintVariant(text: string, wanted: Set<string>, report: Report): void {
  const tag = 'EXT-X-STREAM-INF';
  const section = '4.4.6.2';
  const attributes = readAttributes(tag, text, report);
  const peak = decimal(tag, attributes, 'BANDWIDTH', report);
  const average = decimal(tag, attributes, 'AVERAGE-BANDWIDTH', report);
  const isWhole = peak !== null && Number.isInteger(peak) && peak > 0;
  report.expect(isWhole, 'bandwidth', section, `BANDWIDTH is ${peak}, not a positive integer.`);
  report.expect(
    average === null || (Number.isInteger(average) && average <= (peak ?? 0)),
    'average-bandwidth',
    section,
    `AVERAGE-BANDWIDTH is ${average}, BANDWIDTH ${peak}.`,
  );
  const codecs = quoted(tag, attributes, 'CODECS', report);
  report.expect(
    codecs !== null && /^[^,\s]+(,[^,\s]+)*$/.test(codecs),
    'codecs',
    section,
    `CODECS is ${codecs}.`,
  );
  const hasVideo = codecs !== null && /(^|,)(avc1|hvc1|av01|vp09)/.test(codecs);
  const resolution = attributes.get('RESOLUTION');
  report.expect(
    resolution === undefined ? !hasVideo : /^[1-9]\d*x[1-9]\d*$/.test(resolution),
    'resolution',
    section,
    `RESOLUTION is ${resolution} for the codecs ${codecs}.`,
  );
  const group = quoted(tag, attributes, 'AUDIO', report);
  if (group !== null) wanted.add(group);
}
