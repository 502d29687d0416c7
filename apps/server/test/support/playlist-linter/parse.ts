import { type Attributes, decimal, isYes, quoted, readAttributes } from './attributes.ts';
import type { Report } from './finding.ts';

export interface ParsedPart {
  readonly uri: string;
  readonly seconds: number;
  readonly independent: boolean;
  readonly gap: boolean;
}

export interface ParsedSegment {
  readonly msn: number;
  /** Null while the segment is open: only its parts are listed. */
  readonly uri: string | null;
  readonly seconds: number | null;
  readonly discontinuity: boolean;
  readonly gap: boolean;
  /** The last EXT-X-MAP at or before it; null if there is none, or it was skipped. */
  readonly map: string | null;
  readonly programTimeMs: number | null;
  readonly parts: readonly ParsedPart[];
}

export interface ServerControl {
  readonly canBlockReload: boolean;
  readonly canSkipUntil: number | null;
  readonly holdBack: number | null;
  readonly partHoldBack: number | null;
}

export interface RenditionReport {
  readonly uri: string;
  readonly lastMsn: number;
  readonly lastPart: number | null;
}

export interface ParsedMediaPlaylist {
  readonly version: number | null;
  readonly independentSegments: boolean;
  readonly targetDuration: number | null;
  readonly partTarget: number | null;
  readonly control: ServerControl | null;
  readonly mediaSequence: number;
  readonly discontinuitySequence: number;
  /** The number of segments that a delta update skips; null in a whole playlist. */
  readonly skipped: number | null;
  /** The finished segments, then the open one if it has parts. */
  readonly segments: readonly ParsedSegment[];
  readonly hint: string | null;
  readonly reports: readonly RenditionReport[];
  readonly ended: boolean;
}

/** Tags that may occur at most once. */
const ONCE = new Set([
  'EXT-X-VERSION',
  'EXT-X-INDEPENDENT-SEGMENTS',
  'EXT-X-TARGETDURATION',
  'EXT-X-PLAYLIST-TYPE',
  'EXT-X-SERVER-CONTROL',
  'EXT-X-PART-INF',
  'EXT-X-MEDIA-SEQUENCE',
  'EXT-X-DISCONTINUITY-SEQUENCE',
  'EXT-X-SKIP',
  'EXT-X-ENDLIST',
  'EXT-X-TRIBUTARY-INIT',
  'EXT-X-TRIBUTARY-MANIFEST',
  'EXT-X-TRIBUTARY-SIGNATURE',
]);
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/;

/** Parses a media playlist (section 4); lines that cannot be parsed become findings. */
export function parseMediaPlaylist(text: string, report: Report): ParsedMediaPlaylist {
  return new Parser(report).parse(text);
}

class Parser {
  readonly #report: Report;
  readonly #seen = new Set<string>();
  readonly #segments: ParsedSegment[] = [];
  readonly #reports: RenditionReport[] = [];
  #numbers = new Map<string, number>();
  #control: ServerControl | null = null;
  #partTarget: number | null = null;
  #skipped: number | null = null;
  #hint: string | null = null;
  #map: string | null = null;
  // State of the segment that the next URI ends.
  #parts: ParsedPart[] = [];
  #seconds: number | null = null;
  #discontinuity = false;
  #gap = false;
  #programTimeMs: number | null = null;

  constructor(report: Report) {
    this.#report = report;
  }

  parse(text: string): ParsedMediaPlaylist {
    const report = this.#report;
    report.expect(text.startsWith('#EXTM3U\n'), 'header', '4.4.1.1', 'The first line is not #EXTM3U.');
    report.expect(
      text.endsWith('\n'),
      'line-end',
      '4.1',
      'The last line has no line feed: it may be cut off.',
    );
    report.expect(!text.includes('\r'), 'line-end', '4.1', 'Lines end in more than a line feed.');
    for (const line of text.split('\n').slice(1)) {
      if (line.startsWith('#EXT')) this.#tag(line);
      else if (line !== '' && !line.startsWith('#')) this.#uri(line);
    }
    if (this.#parts.length > 0) this.#finishSegment(null);
    return {
      version: this.#numbers.get('EXT-X-VERSION') ?? null,
      independentSegments: this.#seen.has('EXT-X-INDEPENDENT-SEGMENTS'),
      targetDuration: this.#numbers.get('EXT-X-TARGETDURATION') ?? null,
      partTarget: this.#partTarget,
      control: this.#control,
      mediaSequence: this.#numbers.get('EXT-X-MEDIA-SEQUENCE') ?? 0,
      discontinuitySequence: this.#numbers.get('EXT-X-DISCONTINUITY-SEQUENCE') ?? 0,
      skipped: this.#skipped,
      segments: this.#segments,
      hint: this.#hint,
      reports: this.#reports,
      ended: this.#seen.has('EXT-X-ENDLIST'),
    };
  }

  #tag(line: string): void {
    const colon = line.indexOf(':');
    const tag = colon === -1 ? line.slice(1) : line.slice(1, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1);
    if (ONCE.has(tag) && this.#seen.has(tag)) {
      this.#report.add('tag-twice', '4.4', `#${tag} stands more than once.`);
    }
    this.#seen.add(tag);
    const attributes = () => readAttributes(tag, value, this.#report);
    switch (tag) {
      case 'EXT-X-VERSION':
      case 'EXT-X-TARGETDURATION':
        this.#integer(tag, value);
        break;
      case 'EXT-X-MEDIA-SEQUENCE':
      case 'EXT-X-DISCONTINUITY-SEQUENCE':
        this.#report.expect(
          this.#segments.length === 0 && this.#parts.length === 0,
          'sequence-position',
          tag === 'EXT-X-MEDIA-SEQUENCE' ? '4.4.3.2' : '4.4.3.3',
          `#${tag} stands after the first segment.`,
        );
        this.#integer(tag, value);
        break;
      case 'EXT-X-PLAYLIST-TYPE':
      case 'EXT-X-INDEPENDENT-SEGMENTS':
      case 'EXT-X-ENDLIST':
      // The part manifest, a tag of this product that other players ignore (section 6.3.1).
      case 'EXT-X-TRIBUTARY-INIT':
      case 'EXT-X-TRIBUTARY-MANIFEST':
      case 'EXT-X-TRIBUTARY-SIGNATURE':
        break;
      case 'EXT-X-DISCONTINUITY':
        this.#discontinuity = true;
        break;
      case 'EXT-X-GAP':
        this.#gap = true;
        break;
      case 'EXT-X-SERVER-CONTROL':
        this.#readControl(attributes());
        break;
      case 'EXT-X-PART-INF':
        this.#partTarget = this.#required(
          tag,
          decimal(tag, attributes(), 'PART-TARGET', this.#report),
          'PART-TARGET',
        );
        break;
      case 'EXT-X-MAP':
        this.#map = this.#required(tag, quoted(tag, attributes(), 'URI', this.#report), 'URI');
        break;
      case 'EXT-X-SKIP':
        this.#skipped = this.#required(
          tag,
          decimal(tag, attributes(), 'SKIPPED-SEGMENTS', this.#report),
          'SKIPPED-SEGMENTS',
        );
        break;
      case 'EXT-X-PROGRAM-DATE-TIME':
        this.#readDate(value);
        break;
      case 'EXT-X-PART':
        this.#readPart(attributes());
        break;
      case 'EXTINF':
        this.#readDuration(value);
        break;
      case 'EXT-X-PRELOAD-HINT':
        this.#readHint(attributes());
        break;
      case 'EXT-X-RENDITION-REPORT':
        this.#readReport(attributes());
        break;
      default:
        this.#report.add(
          'unknown-tag',
          '4.4',
          `#${tag} is no tag of a media playlist that this linter knows.`,
        );
    }
  }

  #integer(tag: string, value: string): void {
    if (/^\d+$/.test(value)) this.#numbers.set(tag, Number(value));
    else this.#report.add('tag-value', '4.4', `#${tag} has the value "${value}", which is not an integer.`);
  }

  #required<T>(tag: string, value: T | null, attribute: string): T | null {
    this.#report.expect(value !== null, 'attribute-missing', '4.4', `#${tag} has no ${attribute}.`);
    return value;
  }

  #readControl(attributes: Attributes): void {
    const tag = 'EXT-X-SERVER-CONTROL';
    this.#control = {
      canBlockReload: isYes(tag, attributes, 'CAN-BLOCK-RELOAD', this.#report),
      canSkipUntil: decimal(tag, attributes, 'CAN-SKIP-UNTIL', this.#report),
      holdBack: decimal(tag, attributes, 'HOLD-BACK', this.#report),
      partHoldBack: decimal(tag, attributes, 'PART-HOLD-BACK', this.#report),
    };
  }

  #readDate(value: string): void {
    const time = DATE_TIME.test(value) ? Date.parse(value) : Number.NaN;
    const reads = Number.isFinite(time);
    this.#report.expect(reads, 'date-time', '4.4.4.6', `"${value}" is not a date and time with a zone.`);
    if (reads) this.#programTimeMs = time;
  }

  #readPart(attributes: Attributes): void {
    const tag = 'EXT-X-PART';
    const uri = this.#required(tag, quoted(tag, attributes, 'URI', this.#report), 'URI');
    const seconds = this.#required(tag, decimal(tag, attributes, 'DURATION', this.#report), 'DURATION');
    this.#parts.push({
      uri: uri ?? '',
      seconds: seconds ?? 0,
      independent: isYes(tag, attributes, 'INDEPENDENT', this.#report),
      gap: isYes(tag, attributes, 'GAP', this.#report),
    });
  }

  #readDuration(value: string): void {
    const match = /^(\d+(?:\.\d+)?),/.exec(value);
    if (match === null) {
      this.#report.add(
        'tag-value',
        '4.4.4.1',
        `#EXTINF has the value "${value}", not a duration and a comma.`,
      );
    }
    this.#seconds = match === null ? 0 : Number(match[1]);
  }

  #readHint(attributes: Attributes): void {
    const tag = 'EXT-X-PRELOAD-HINT';
    const type = attributes.get('TYPE');
    const uri = this.#required(tag, quoted(tag, attributes, 'URI', this.#report), 'URI');
    if (type === 'PART') {
      this.#report.expect(this.#hint === null, 'hint-twice', '4.4.5.3', 'Two parts are hinted.');
      this.#hint = uri;
    } else {
      this.#report.expect(type === 'MAP', 'hint-type', '4.4.5.3', `A hint has the type ${type}.`);
    }
  }

  #readReport(attributes: Attributes): void {
    const tag = 'EXT-X-RENDITION-REPORT';
    const uri = this.#required(tag, quoted(tag, attributes, 'URI', this.#report), 'URI');
    const lastMsn = this.#required(tag, decimal(tag, attributes, 'LAST-MSN', this.#report), 'LAST-MSN');
    const lastPart = decimal(tag, attributes, 'LAST-PART', this.#report);
    if (uri !== null && lastMsn !== null) this.#reports.push({ uri, lastMsn, lastPart });
  }

  #uri(line: string): void {
    this.#report.expect(this.#seconds !== null, 'extinf-missing', '4.4.4.1', `${line} has no EXTINF.`);
    this.#finishSegment(line);
  }

  #finishSegment(uri: string | null): void {
    const before = (this.#numbers.get('EXT-X-MEDIA-SEQUENCE') ?? 0) + (this.#skipped ?? 0);
    this.#segments.push({
      msn: before + this.#segments.length,
      uri,
      seconds: uri === null ? null : (this.#seconds ?? 0),
      discontinuity: this.#discontinuity,
      gap: this.#gap,
      map: this.#map,
      programTimeMs: this.#programTimeMs,
      parts: this.#parts,
    });
    this.#parts = [];
    this.#seconds = null;
    this.#discontinuity = false;
    this.#gap = false;
    this.#programTimeMs = null;
  }
}
