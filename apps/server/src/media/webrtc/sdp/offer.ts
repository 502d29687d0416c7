/** Reads the SDP offers of WHEP players. Nothing of an offer reaches native code except what is checked here. */
import { SdpError } from './sdp-error.ts';
import { icePassword, iceUfrag, linesOf, token } from './sdp-lines.ts';

const MAX_MEDIA = 16;
const MAX_FORMATS = 96;

/** A codec as a media section offers it. */
export interface OfferedFormat {
  readonly payloadType: number;
  /** In upper case: `H264`. */
  readonly codec: string;
  readonly clockRate: number;
  /** The value of `a=fmtp`, without its payload type. Printable ASCII. */
  readonly parameters: string;
}

export interface OfferedMedia {
  /** `video`, `audio` or `application`. */
  readonly type: string;
  readonly protocol: string;
  /** The formats as the m= line lists them. */
  readonly formatList: readonly string[];
  readonly mid: string;
  /** Whether the player wants to receive this media. */
  readonly receives: boolean;
  readonly formats: readonly OfferedFormat[];
}

export interface Fingerprint {
  readonly algorithm: string;
  readonly value: string;
}

export interface SdpOffer {
  readonly iceUfrag: string;
  readonly icePassword: string;
  readonly fingerprint: Fingerprint;
  readonly media: readonly OfferedMedia[];
}

interface Transport {
  iceUfrag?: string;
  icePassword?: string;
  fingerprint?: Fingerprint | undefined;
}

interface Section extends Transport {
  readonly type: string;
  readonly protocol: string;
  readonly formatList: readonly string[];
  /** A port of 0 rejects the section, unless it shares that of another (RFC 9143 section 6). */
  readonly hasPort: boolean;
  isBundleOnly: boolean;
  mid?: string;
  direction?: string;
  readonly maps: Map<number, { codec: string; clockRate: number }>;
  readonly parameters: Map<number, string>;
}

const DIRECTIONS: ReadonlySet<string> = new Set(['sendrecv', 'sendonly', 'recvonly', 'inactive']);
const HASHES: Readonly<Record<string, number>> = { 'sha-256': 32, 'sha-384': 48, 'sha-512': 64 };

/** @throws SdpError */
export function readOffer(text: string): SdpOffer {
  const lines = linesOf(text);
  if (lines[0] !== 'v=0') throw new SdpError('The offer does not begin with v=0.');
  const session: Transport = {};
  let sessionDirection: string | undefined;
  const sections: Section[] = [];
  for (const line of lines) {
    if (line.startsWith('m=')) {
      if (sections.length === MAX_MEDIA)
        throw new SdpError(`The offer has more than ${MAX_MEDIA} media sections.`);
      sections.push(readMediaLine(line));
      continue;
    }
    if (!line.startsWith('a=')) continue;
    const colon = line.indexOf(':');
    const name = colon < 0 ? line.slice(2) : line.slice(2, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).trim();
    const section = sections.at(-1);
    readTransport(section ?? session, name, value);
    if (section !== undefined) readMediaAttribute(section, name, value);
    else if (DIRECTIONS.has(name)) sessionDirection = name;
  }
  const media = sections.map((section) => mediaOf(section, sessionDirection));
  if (new Set(media.map(({ mid }) => mid)).size < media.length)
    throw new SdpError('Two media sections of the offer have the same a=mid.');
  return { ...transportOf(session, sections), media };
}

function readMediaLine(line: string): Section {
  const [type = '', port = '', protocol = '', ...formatList] = line.slice(2).trim().split(' ');
  if (!/^\d{1,5}(?:\/\d+)?$/.test(port)) throw new SdpError('An m= line has no port.');
  if (formatList.length > MAX_FORMATS)
    throw new SdpError(`A media section has more than ${MAX_FORMATS} formats.`);
  return {
    type: token(type, 'The type of an m= line'),
    protocol: protocol
      .split('/')
      .map((part) => token(part, 'The protocol of an m= line'))
      .join('/'),
    hasPort: Number.parseInt(port, 10) > 0,
    isBundleOnly: false,
    formatList: formatList.map((format) => token(format, 'A format of an m= line')),
    maps: new Map(),
    parameters: new Map(),
  };
}

function readTransport(to: Transport, name: string, value: string): void {
  if (name === 'ice-ufrag') to.iceUfrag = iceUfrag(value);
  else if (name === 'ice-pwd') to.icePassword = icePassword(value);
  else if (name === 'fingerprint') to.fingerprint ??= readFingerprint(value);
}

/** @returns undefined for a hash that is too weak or unknown: another line may have a better one */
function readFingerprint(text: string): Fingerprint | undefined {
  const [algorithm = '', value = ''] = text.split(' ');
  const bytes = HASHES[algorithm.toLowerCase()];
  if (bytes === undefined) return undefined;
  const isHex = value.length === bytes * 3 - 1 && /^(?:[0-9A-Fa-f]{2}:)*[0-9A-Fa-f]{2}$/.test(value);
  if (!isHex) throw new SdpError(`a=fingerprint needs ${bytes} bytes in hexadecimal for ${algorithm}.`);
  return { algorithm: algorithm.toLowerCase(), value: value.toUpperCase() };
}

function readMediaAttribute(section: Section, name: string, value: string): void {
  if (name === 'mid') section.mid = token(value, 'a=mid');
  else if (name === 'bundle-only') section.isBundleOnly = true;
  else if (DIRECTIONS.has(name)) section.direction = name;
  else if (name === 'rtpmap') {
    const match = /^(\d{1,3}) ([A-Za-z0-9-]{1,32})\/(\d{1,6})(?:\/\d{1,2})?$/.exec(value);
    const payloadType = Number(match?.[1]);
    if (match === null || payloadType > 127) return;
    section.maps.set(payloadType, {
      codec: (match[2] ?? '').toUpperCase(),
      clockRate: Number(match[3]),
    });
  } else if (name === 'fmtp') {
    const match = /^(\d{1,3}) ([\x20-\x7e]{0,500})$/.exec(value);
    if (match !== null) section.parameters.set(Number(match[1]), match[2] ?? '');
  }
}

function mediaOf(section: Section, sessionDirection = 'sendrecv'): OfferedMedia {
  const { type, protocol, formatList, mid, maps, parameters, hasPort, isBundleOnly } = section;
  if (mid === undefined) throw new SdpError('A media section of the offer has no a=mid.');
  const direction = section.direction ?? sessionDirection;
  return {
    type,
    protocol,
    formatList,
    mid,
    receives: (hasPort || isBundleOnly) && (direction === 'recvonly' || direction === 'sendrecv'),
    formats: formatList.flatMap((format) => {
      const payloadType = Number(format);
      const map = maps.get(payloadType);
      return map === undefined
        ? []
        : [{ payloadType, ...map, parameters: parameters.get(payloadType) ?? '' }];
    }),
  };
}

/** All media is bundled, so the first section that names a transport names that of all (RFC 8843). */
function transportOf(session: Transport, sections: readonly Section[]): Omit<SdpOffer, 'media'> {
  const all = [...sections, session];
  const ufrag = all.find((one) => one.iceUfrag !== undefined)?.iceUfrag;
  const password = all.find((one) => one.icePassword !== undefined)?.icePassword;
  const fingerprint = all.find((one) => one.fingerprint !== undefined)?.fingerprint;
  if (ufrag === undefined || password === undefined)
    throw new SdpError('The offer has no a=ice-ufrag or no a=ice-pwd.');
  if (fingerprint === undefined)
    throw new SdpError('The offer has no a=fingerprint with sha-256, sha-384 or sha-512.');
  return { iceUfrag: ufrag, icePassword: password, fingerprint };
}
