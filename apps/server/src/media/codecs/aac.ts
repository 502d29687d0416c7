/** AAC: AudioSpecificConfig (ISO/IEC 14496-3 section 1.6.2.1). */
import type { AudioTrack } from '../unit.ts';
import { BitReader } from './bit-reader.ts';
import { invalid, MediaFormatError, unsupported } from './format-error.ts';

const RATES = [
  96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
] as const;
/** The number of channels by channelConfiguration (table 1.19). For 0, a program_config_element declares it. */
const CHANNELS = [0, 1, 2, 3, 4, 5, 6, 8] as const;

const LC = 2;
const SBR = 5;
const PS = 29;

/**
 * Reads an AudioSpecificConfig. HE-AAC is described by its output: the doubled sample rate and 2048 samples a frame, so
 * that `samplesPerFrame / sampleRate` is a frame's duration.
 * @throws MediaFormatError
 */
export function readAudioSpecificConfig(configuration: Uint8Array): AudioTrack {
  const bits = new BitReader(configuration, 'The AAC configuration (AudioSpecificConfig)');
  let objectType = readObjectType(bits);
  const coreRate = readRate(bits);
  const channelConfiguration = bits.bits(4);
  let extension: typeof SBR | typeof PS | null = null;
  let outputRate = coreRate;
  if (objectType === SBR || objectType === PS) {
    extension = objectType;
    outputRate = readRate(bits);
    objectType = readObjectType(bits);
  }
  if (objectType !== LC) {
    throw unsupported(
      { code: 'unsupported_aac_profile', objectType },
      `AAC object type ${objectType} is not supported; send AAC-LC or HE-AAC.`,
    );
  }
  const shortFrames = bits.flag();
  if (bits.flag()) bits.skip(14);
  bits.skip(1);
  let channels: number | undefined = CHANNELS[channelConfiguration];
  if (channelConfiguration === 0) channels = readProgramChannels(bits);
  if (channels === undefined || channels === 0) {
    throw unsupported(
      { code: 'unsupported_channel_layout', codec: 'AAC', layout: `configuration ${channelConfiguration}` },
      `AAC channel configuration ${channelConfiguration} is not supported; send mono or stereo.`,
    );
  }
  if (extension === null) {
    const signaled = readSyncExtension(bits);
    if (signaled !== null) {
      extension = signaled.type;
      outputRate = signaled.rate;
    }
  }
  // Parametric stereo decodes one coded channel to two.
  if (extension === PS && channels === 1) channels = 2;
  const coreSamples = shortFrames ? 960 : 1024;
  return {
    kind: 'audio',
    codec: 'aac',
    codecString: `mp4a.40.${extension ?? LC}`,
    sampleRate: outputRate,
    channels,
    samplesPerFrame: Math.round((coreSamples * outputRate) / coreRate),
    configuration,
  };
}

function readObjectType(bits: BitReader): number {
  const type = bits.bits(5);
  return type === 31 ? 32 + bits.bits(6) : type;
}

function readRate(bits: BitReader): number {
  const index = bits.bits(4);
  const rate = index === 15 ? bits.bits(24) : RATES[index];
  if (rate === undefined || rate < 1000 || rate > 192_000) {
    throw invalid(`The AAC configuration has sample rate ${rate ?? `index ${index}`}, which does not exist.`);
  }
  return rate;
}

/** Counts the channels of a program_config_element (section 4.4.1.1). */
function readProgramChannels(bits: BitReader): number {
  bits.skip(4 + 2 + 4);
  const front = bits.bits(4);
  const side = bits.bits(4);
  const back = bits.bits(4);
  const lfe = bits.bits(2);
  const associated = bits.bits(3);
  const coupling = bits.bits(4);
  if (bits.flag()) bits.skip(4);
  if (bits.flag()) bits.skip(4);
  if (bits.flag()) bits.skip(3);
  let channels = lfe;
  for (let i = 0; i < front + side + back; i++) {
    channels += bits.flag() ? 2 : 1;
    bits.skip(4);
  }
  bits.skip(lfe * 4 + associated * 4 + coupling * 5);
  bits.alignToByte();
  bits.skip(bits.bits(8) * 8);
  return channels;
}

/** Reads the backward-compatible explicit signalling of SBR and PS after the core's configuration (section 1.6.5). */
function readSyncExtension(bits: BitReader): { type: typeof SBR | typeof PS; rate: number } | null {
  if (bits.bitsLeft < 16 || bits.bits(11) !== 0x2b7) return null;
  try {
    if (readObjectType(bits) !== SBR || !bits.flag()) return null;
    const rate = readRate(bits);
    const parametric = bits.bitsLeft >= 12 && bits.bits(11) === 0x548 && bits.flag();
    return { type: parametric ? PS : SBR, rate };
  } catch (error) {
    // A truncated extension is ignored; the core still decodes.
    if (error instanceof MediaFormatError) return null;
    throw error;
  }
}
