/** What every publisher of a bench sends: 3 Mbps of H.264 and AAC as RTMP messages, looped. */
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOAD_CORE, startWorker } from '../lib/proc.ts';

/** 16 seconds are a whole number of audio frames, so that the loop is seamless. */
export const CLIP = {
  width: 1280,
  height: 720,
  fps: 30,
  gopSeconds: 2,
  bitrateKbps: 3000,
  seconds: 16,
} as const;
const AUDIO_FRAME_MS = 1024 / 48;

const AUDIO = 8;
const VIDEO = 9;

export interface ClipMessage {
  /** RTMP message type: 8 for audio, 9 for video. */
  readonly type: number;
  /** Milliseconds from the start of the clip. */
  readonly at: number;
  readonly body: Buffer;
}

export interface Clip {
  /** Decoder configurations, sent once. */
  readonly headers: readonly ClipMessage[];
  readonly messages: readonly ClipMessage[];
  readonly kbps: number;
}

export const CLIP_FILE = fileURLToPath(
  new URL(`../../.cache/bench-clip-${CLIP.bitrateKbps}.flv`, import.meta.url),
);

/** Encodes the clip unless an earlier run did. */
export async function prepareClip(): Promise<void> {
  if (existsSync(CLIP_FILE)) return;
  mkdirSync(path.dirname(CLIP_FILE), { recursive: true });
  await using encoder = await startWorker(new URL('./clip-encoder.ts', import.meta.url), LOAD_CORE);
  const unfinished = CLIP_FILE.replace('.flv', '.unfinished.flv');
  await encoder.ask({ file: unfinished });
  renameSync(unfinished, CLIP_FILE);
}

/** The clip as messages in the order of their times. */
export function readClip(): Clip {
  const headers: ClipMessage[] = [];
  const frames: Buffer[] = [];
  const sounds: Buffer[] = [];
  for (const { type, body } of flvTags(readFileSync(CLIP_FILE))) {
    // The second byte of an FLV tag: 0 for a decoder configuration, 1 for a frame.
    if (body[1] === 0) headers.push({ type, at: 0, body });
    else if (body[1] === 1 && type === VIDEO) frames.push(body);
    else if (body[1] === 1 && type === AUDIO) sounds.push(body);
  }
  const messages = [
    ...spread(VIDEO, frames, 1000 / CLIP.fps),
    ...spread(AUDIO, sounds, AUDIO_FRAME_MS),
  ].toSorted((a, b) => a.at - b.at);
  const bytes = messages.reduce((sum, { body }) => sum + body.length, 0);
  return { headers, messages, kbps: (bytes * 8) / 1000 / CLIP.seconds };
}

/** The packets of the clip's duration at exact times, without the encoder's delay. */
function spread(type: number, bodies: readonly Buffer[], everyMs: number): ClipMessage[] {
  const count = Math.round((CLIP.seconds * 1000) / everyMs);
  if (bodies.length < count) throw new Error(`The clip in ${CLIP_FILE} is cut short; delete it.`);
  return bodies.slice(0, count).map((body, index) => ({ type, at: Math.round(index * everyMs), body }));
}

/** Adobe FLV 10.1 annex E: a header of nine bytes, then tags with a header of eleven and a trailer of four. */
function* flvTags(file: Buffer): Generator<{ type: number; body: Buffer }> {
  for (let at = 9 + 4; at + 11 <= file.length; ) {
    const type = file.readUInt8(at) & 31;
    const length = file.readUIntBE(at + 1, 3);
    if (type === AUDIO || type === VIDEO) yield { type, body: file.subarray(at + 11, at + 11 + length) };
    at += 11 + length + 4;
  }
}
