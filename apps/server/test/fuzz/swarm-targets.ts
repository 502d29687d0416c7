/** The messages of peers in a swarm, and the manifests that travel through it. */
import { decodeManifest, encodeManifest } from '../../../../packages/swarm/src/manifest/manifest-encoding.ts';
import { ManifestError } from '../../../../packages/swarm/src/manifest/part-manifest.ts';
import { addressKey } from '../../../../packages/swarm/src/media-address.ts';
import { decodeMessage } from '../../../../packages/swarm/src/protocol/decode-message.ts';
import { encodeMessage } from '../../../../packages/swarm/src/protocol/encode-message.ts';
import {
  type Message,
  PROTOCOL_VERSION,
  ProtocolError,
} from '../../../../packages/swarm/src/protocol/messages.ts';
import { decodeIndex, encodeIndex } from '../../../../packages/swarm/src/pull/segment-index.ts';
import { mutate } from './mutate.ts';
import type { Random } from './random.ts';

const ADDRESS = { rendition: 1, sequence: 70_000, part: 3 };

const MESSAGES: readonly Message[] = [
  { type: 'hello', version: PROTOCOL_VERSION, swarm: new Uint8Array(16).fill(9), stripes: 4, network: 77 },
  { type: 'status', uploadKbps: 9000, stripes: [{ rendition: 1, stripe: 2, hops: 3, lag: 40, spare: 2 }] },
  { type: 'have', addresses: [ADDRESS, { ...ADDRESS, part: 4 }] },
  { type: 'subscribe', rendition: 1, stripe: 2 },
  {
    type: 'push',
    address: ADDRESS,
    hops: 2,
    size: 40_000,
    offset: 16_384,
    bytes: new Uint8Array(64).fill(5),
  },
  { type: 'request', address: ADDRESS, offset: 16_384 },
  { type: 'cancel', address: ADDRESS },
  { type: 'pong', nonce: 123_456 },
  { type: 'goodbye' },
  { type: 'pull', address: ADDRESS, offset: 16_384 },
  { type: 'want-index', rendition: 1, sequence: 70_000 },
  { type: 'index', rendition: 1, sequence: 70_000, bytes: new Uint8Array(64).fill(6) },
];

const FRAMES = MESSAGES.map((message) => Buffer.from(encodeMessage(message)));

const MANIFEST = Buffer.from(
  encodeManifest({
    swarm: new Uint8Array(16).fill(9),
    rendition: 1,
    number: 12,
    previous: new Uint8Array(32).fill(1),
    entries: [3, 4].map((part) => ({
      address: { ...ADDRESS, part },
      key: addressKey({ ...ADDRESS, part }),
      bytes: 40_000,
      hash: new Uint8Array(32).fill(part),
      chunkHashes: [1, 2, 3].map((chunk) => new Uint8Array(16).fill(chunk)),
    })),
  }),
);

const SIGNED = { signature: new Uint8Array(64).fill(8), encoded: new Uint8Array(MANIFEST) };
const INDEX = Buffer.from(
  encodeIndex({ entries: [], manifests: [1, 2].map(() => ({ signed: SIGNED, entries: [] })) }) ?? [],
);

export const SWARM_ERRORS = [ProtocolError, ManifestError] as const;

/** A message has one encoding: when it was read, it is written as the same bytes. */
function requireSame(input: Buffer, written: Uint8Array): void {
  if (!input.equals(written)) throw new Error('A message has two encodings.');
}

export const SWARM_TARGETS = [
  {
    name: 'swarm-message',
    weight: 2,
    make: (random: Random) => mutate(random, random.pick(FRAMES), FRAMES),
    run: (input: Buffer) => requireSame(input, encodeMessage(decodeMessage(input))),
  },
  {
    name: 'part-manifest',
    weight: 1,
    make: (random: Random) => mutate(random, MANIFEST, [MANIFEST]),
    run: (input: Buffer) => requireSame(input, encodeManifest(decodeManifest(input))),
  },
  {
    name: 'segment-index',
    weight: 1,
    make: (random: Random) => mutate(random, INDEX, [INDEX]),
    run(input: Buffer) {
      const written = encodeIndex({ entries: [], manifests: decodeIndex(input) });
      // Peers send no longer one.
      if (written !== null) requireSame(input, written);
    },
  },
];
