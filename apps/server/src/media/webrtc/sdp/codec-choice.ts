/** Chooses which of the offered codecs can carry a track. */
import type { VideoCodec } from '../../unit.ts';
import type { OfferedFormat, OfferedMedia, SdpOffer } from './offer.ts';

/** What the chosen format needs to hold: the codec and, where it is known, the RFC 6381 string of the track. */
export interface WantedVideo {
  readonly codec: VideoCodec;
  readonly codecString: string | null;
}

export interface ChosenMedia {
  readonly mid: string;
  readonly format: OfferedFormat;
}

/** @returns null where no section of the offer receives such video */
export function chooseVideo(offer: SdpOffer, wanted: WantedVideo): ChosenMedia | null {
  return choose(offer, 'video', (formats) => {
    if (wanted.codec === 'h264') return chooseH264(formats, wanted.codecString);
    if (wanted.codec === 'hevc') return chooseByProfile(formats, 'H265', 'profile-id', '1', wanted);
    if (wanted.codec === 'av1') return chooseByProfile(formats, 'AV1', 'profile', '0', wanted);
    return chooseByProfile(formats, 'VP9', 'profile-id', '0', wanted);
  });
}

/** @returns null where no section of the offer receives Opus */
export function chooseOpus(offer: SdpOffer): ChosenMedia | null {
  return choose(offer, 'audio', (formats) =>
    formats.find(({ codec, clockRate }) => codec === 'OPUS' && clockRate === 48_000),
  );
}

function choose(
  { media }: SdpOffer,
  type: string,
  pick: (formats: readonly OfferedFormat[]) => OfferedFormat | undefined,
): ChosenMedia | null {
  for (const one of media) {
    if (one.type !== type || !canReceive(one)) continue;
    const format = pick(one.formats);
    if (format !== undefined) return { mid: one.mid, format };
  }
  return null;
}

const canReceive = ({ receives, protocol }: OfferedMedia) =>
  receives && /^UDP\/TLS\/RTP\/SAVPF?$/.test(protocol);

/**
 * Frames are larger than a packet, so that packetization mode 1 is needed (RFC 6184 section 6.3). Browsers decode
 * every profile whatever they offer, but those of the same profile are preferred, then the highest.
 */
function chooseH264(
  formats: readonly OfferedFormat[],
  codecString: string | null,
): OfferedFormat | undefined {
  const profile = codecString === null ? null : Number.parseInt(codecString.slice(5, 7), 16);
  const rated = formats
    .filter(
      ({ codec, parameters }) => codec === 'H264' && parameter(parameters, 'packetization-mode') === '1',
    )
    .map((format) => ({ format, offered: offeredProfile(format) }));
  rated.sort((a, b) => rank(b.offered) - rank(a.offered));
  return rated[0]?.format;

  function rank(offered: number): number {
    return offered === profile ? 256 : offered;
  }
}

/** The profile_idc, which is that of Constrained Baseline where the offer names none (RFC 6184 section 8.1). */
const offeredProfile = ({ parameters }: OfferedFormat) =>
  Number.parseInt((parameter(parameters, 'profile-level-id') ?? '42').slice(0, 2), 16) || 0;

function chooseByProfile(
  formats: readonly OfferedFormat[],
  codec: string,
  name: string,
  byDefault: string,
  { codecString }: WantedVideo,
): OfferedFormat | undefined {
  // VP9 writes it with two digits.
  const profile = codecString?.split('.')[1]?.replace(/^0(?=.)/, '') ?? byDefault;
  return formats.find(
    (format) => format.codec === codec && (parameter(format.parameters, name) ?? byDefault) === profile,
  );
}

function parameter(parameters: string, name: string): string | undefined {
  for (const pair of parameters.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim().toLowerCase() === name)
      return pair.slice(equals + 1).trim();
  }
  return undefined;
}
