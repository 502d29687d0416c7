/** The command line: `npm run mirror -- <channel address> [--port N] [--host ADDRESS] [--public-url ORIGIN] [--memory MIB] [--renditions NAMES]`. */
import { parseArgs } from 'node:util';
import { MirrorStop } from './mirror-stop.ts';

const USAGE =
  'Usage: npm run mirror -- https://live.example.org/streamer/ada [--port 8090] [--host 0.0.0.0] [--public-url https://mirror.example.org] [--memory 256] [--renditions 720p,480p]';

/** Fewer would not hold what players load at the start. */
const MIN_MEMORY_MIB = 16;
const MAX_MEMORY_MIB = 65_536;

export interface MirrorOptions {
  /** The address of the instance, such as `https://live.example.org`. */
  readonly instance: string;
  readonly username: string;
  readonly host: string;
  readonly port: number;
  /** The origin at which viewers reach the mirror, such as `https://mirror.example.org`; null where they do not. */
  readonly publicUrl: string | null;
  /** The most media that is kept. */
  readonly memoryBytes: number;
  /** Renditions that are mirrored beside those of the encoder. The instance makes them for it. */
  readonly renditions: readonly string[];
}

/** @throws MirrorStop */
export function parseMirrorOptions(words: readonly string[]): MirrorOptions {
  const { values, positionals } = readWords(words);
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0) throw new MirrorStop(`Name one channel. ${USAGE}`);
  const renditions = values.renditions === '' ? [] : values.renditions.split(',');
  const unknown = renditions.find((name) => !/^\d{3,4}p$/.test(name));
  if (unknown !== undefined)
    throw new MirrorStop(`"${unknown}" is no rendition. Use names such as 720p. ${USAGE}`);
  return {
    ...readAddress(address),
    host: values.host,
    port: readNumber('--port', values.port, 0, 65_535),
    publicUrl: values['public-url'] === '' ? null : readOrigin(values['public-url']),
    memoryBytes: readNumber('--memory', values.memory, MIN_MEMORY_MIB, MAX_MEMORY_MIB) * 1024 * 1024,
    renditions,
  };
}

function readWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '8090' },
        host: { type: 'string', default: '0.0.0.0' },
        'public-url': { type: 'string', default: '' },
        memory: { type: 'string', default: '256' },
        renditions: { type: 'string', default: '' },
      },
    });
  } catch (error) {
    throw new MirrorStop(`${error instanceof Error ? error.message : error} ${USAGE}`);
  }
}

function readAddress(address: string): { readonly instance: string; readonly username: string } {
  const url = URL.parse(address);
  const [, username] = /^\/(?:streamer|embed|s)\/([^/]+)/.exec(url?.pathname ?? '') ?? [];
  if (url === null || !/^https?:$/.test(url.protocol) || username === undefined)
    throw new MirrorStop(`"${address}" is not the address of a channel. ${USAGE}`);
  return { instance: url.origin, username: decodeURIComponent(username) };
}

function readOrigin(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new MirrorStop(
      `--public-url ${text} is not an address such as https://mirror.example.org. ${USAGE}`,
    );
  return url.origin;
}

function readNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new MirrorStop(`${name} ${text} is not a number from ${min} to ${max}. ${USAGE}`);
  return number;
}
