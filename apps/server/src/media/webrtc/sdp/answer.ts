/** Writes the SDP answer to a player, and the offer that stands for the player's before the native library. */
import type { ChosenMedia } from './codec-choice.ts';
import type { Fingerprint, OfferedMedia, SdpOffer } from './offer.ts';

/** An accepted media section. */
export interface AnsweredMedia extends ChosenMedia {
  readonly kind: 'video' | 'audio';
  readonly ssrc: number;
}

/** This side's end of the connection. */
export interface LocalTransport {
  readonly iceUfrag: string;
  readonly icePassword: string;
  readonly fingerprint: Fingerprint;
  readonly setup: 'active' | 'passive';
  /** Addresses and ports that the player can send to, the preferred one first. */
  readonly candidates: readonly { readonly address: string; readonly port: number }[];
}

/** Both tracks have one CNAME, so that players synchronize them (RFC 3550 section 6.5.1). */
export const CNAME = 'tributary';

/**
 * The native library reads this instead of the player's offer: the accepted sections, written from checked fields.
 * It contains no candidates, so that this server sends nothing to addresses that a client names.
 */
export function nativeOffer(offer: SdpOffer, accepted: readonly AnsweredMedia[]): string {
  const lines = [...head(accepted)];
  for (const media of accepted) {
    lines.push(
      mediaLine(media),
      'c=IN IP4 0.0.0.0',
      `a=ice-ufrag:${offer.iceUfrag}`,
      `a=ice-pwd:${offer.icePassword}`,
      `a=fingerprint:${offer.fingerprint.algorithm} ${offer.fingerprint.value}`,
      'a=setup:actpass',
      `a=mid:${media.mid}`,
      'a=recvonly',
      'a=rtcp-mux',
      ...formatLines(media),
    );
  }
  return text(lines);
}

/** Has a section for each of the offer, in its order (RFC 9429 section 5.3.1); those not accepted have port 0. */
export function writeAnswer(
  offer: SdpOffer,
  accepted: readonly AnsweredMedia[],
  transport: LocalTransport,
  streamId: string,
): string {
  const lines = [...head(accepted), 'a=ice-options:trickle ice2'];
  for (const offered of offer.media) {
    const media = accepted.find(({ mid }) => mid === offered.mid);
    if (media === undefined) lines.push(...rejected(offered));
    else lines.push(...answered(media, transport, streamId, media === accepted[0]));
  }
  return text(lines);
}

function answered(
  media: AnsweredMedia,
  transport: LocalTransport,
  streamId: string,
  isFirst: boolean,
): string[] {
  return [
    mediaLine(media),
    'c=IN IP4 0.0.0.0',
    `a=ice-ufrag:${transport.iceUfrag}`,
    `a=ice-pwd:${transport.icePassword}`,
    `a=fingerprint:${transport.fingerprint.algorithm} ${transport.fingerprint.value}`,
    `a=setup:${transport.setup}`,
    `a=mid:${media.mid}`,
    'a=sendonly',
    `a=msid:${streamId} ${media.kind}`,
    'a=rtcp-mux',
    'a=rtcp-mux-only',
    ...formatLines(media),
    `a=ssrc:${media.ssrc} cname:${CNAME}`,
    // Those of the first section are those of all (RFC 8843 section 10).
    ...(isFirst ? candidateLines(transport) : []),
  ];
}

const rejected = ({ type, protocol, formatList, mid }: OfferedMedia): string[] => [
  `m=${type} 0 ${protocol} ${formatList[0] ?? '0'}`,
  'c=IN IP4 0.0.0.0',
  `a=mid:${mid}`,
  'a=inactive',
];

function* head(accepted: readonly AnsweredMedia[]): Generator<string> {
  yield 'v=0';
  yield 'o=- 1 1 IN IP4 127.0.0.1';
  yield 's=-';
  yield 't=0 0';
  yield `a=group:BUNDLE ${accepted.map(({ mid }) => mid).join(' ')}`;
}

const mediaLine = ({ kind, format }: AnsweredMedia) => `m=${kind} 9 UDP/TLS/RTP/SAVPF ${format.payloadType}`;

function formatLines({ kind, format }: AnsweredMedia): string[] {
  const { payloadType, codec, clockRate, parameters } = format;
  const name = codec === 'OPUS' ? 'opus/48000/2' : `${codec}/${clockRate}`;
  return [
    `a=rtpmap:${payloadType} ${name}`,
    ...(parameters === '' ? [] : [`a=fmtp:${payloadType} ${parameters}`]),
    ...(kind === 'video' ? [`a=rtcp-fb:${payloadType} nack`, `a=rtcp-fb:${payloadType} nack pli`] : []),
  ];
}

/** The priorities of host candidates, the first the highest (RFC 8445 section 5.1.2). */
const candidateLines = ({ candidates }: LocalTransport): string[] => [
  ...candidates.map(
    ({ address, port }, index) =>
      `a=candidate:${index + 1} 1 udp ${2_130_706_431 - index * 256} ${address} ${port} typ host`,
  ),
  'a=end-of-candidates',
];

const text = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;
