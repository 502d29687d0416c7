/** A clip that simulated encoders send again and again: H.264 and AAC as RTMP messages. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

export interface ClipSettings {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly gopSeconds: number;
  readonly bitrateKbps: number;
  /** A multiple of 16 is a whole number of audio frames, so that the loop is seamless. */
  readonly seconds: number;
}

export interface ClipOrder {
  readonly file: string;
  readonly clip: ClipSettings;
}

export interface ClipMessage {
  /** RTMP message type: 8 for audio, 9 for video. */
  readonly type: number;
  /** Milliseconds from the start of the clip. */
  readonly at: number;
  readonly body: Buffer;
}

export interface Clip {
  readonly seconds: number;
  /** Decoder configurations, sent once. */
  readonly headers: readonly ClipMessage[];
  readonly messages: readonly ClipMessage[];
  readonly kbps: number;
}

const AUDIO = 8;
const VIDEO = 9;
const AUDIO_FRAME_MS = 1024 / 48;

/** Encodes the clip in a child process, unless an earlier run did. */
export async function encodeClip(file: string, clip: ClipSettings): Promise<void> {
  if (existsSync(file)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = file.replace('.flv', `.${process.pid}.flv`);
  const order: ClipOrder = { file: unfinished, clip };
  const encoder = path.join(import.meta.dirname, 'clip-encoder.ts');
  await promisify(execFile)(process.execPath, [encoder, JSON.stringify(order)]);
  renameSync(unfinished, file);
}

/** The clip as messages in the order of their times. */
export function readReplayClip(file: string, clip: ClipSettings): Clip {
  const headers: ClipMessage[] = [];
  const frames: Buffer[] = [];
  const sounds: Buffer[] = [];
  for (const { type, body } of flvTags(readFileSync(file))) {
    // The second byte of an FLV tag: 0 for a decoder configuration, 1 for a frame.
    if (body[1] === 0) headers.push({ type, at: 0, body });
    else if (body[1] === 1 && type === VIDEO) frames.push(body);
    else if (body[1] === 1 && type === AUDIO) sounds.push(body);
  }
  const spread = (type: number, bodies: readonly Buffer[], everyMs: number): ClipMessage[] => {
    const count = Math.round((clip.seconds * 1000) / everyMs);
    if (bodies.length < count) throw new Error(`The clip in ${file} is cut short; delete it.`);
    // At exact times, without the encoder's delay.
    return bodies.slice(0, count).map((body, index) => ({ type, at: Math.round(index * everyMs), body }));
  };
  const messages = [
    ...spread(VIDEO, frames, 1000 / clip.fps),
    ...spread(AUDIO, sounds, AUDIO_FRAME_MS),
  ].toSorted((a, b) => a.at - b.at);
  const bytes = messages.reduce((sum, { body }) => sum + body.length, 0);
  return { seconds: clip.seconds, headers, messages, kbps: (bytes * 8) / 1000 / clip.seconds };
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
