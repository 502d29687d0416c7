/** What every publisher of a bench sends: 3 Mbps of H.264 and AAC as RTMP messages, looped. */
import { fileURLToPath } from 'node:url';
import {
  type Clip,
  type ClipMessage,
  encodeClip,
  readReplayClip,
} from '../../apps/server/test/support/replay/replay-clip.ts';

export type { ClipMessage };

export const CLIP = {
  width: 1280,
  height: 720,
  fps: 30,
  gopSeconds: 2,
  bitrateKbps: 3000,
  seconds: 16,
} as const;

export const CLIP_FILE = fileURLToPath(
  new URL(`../../.cache/bench-clip-${CLIP.bitrateKbps}.flv`, import.meta.url),
);

/** Encodes the clip unless an earlier run did. */
export const prepareClip = (): Promise<void> => encodeClip(CLIP_FILE, CLIP);

export const readClip = (): Clip => readReplayClip(CLIP_FILE, CLIP);
