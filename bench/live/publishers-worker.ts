import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { RtmpClient } from '../../apps/server/test/support/rtmp/rtmp-client.ts';
import { wallClock } from '../lib/clock.ts';
import { serveParent } from '../lib/proc.ts';
import { CLIP, readClip } from './clip.ts';
import type { PublishersOrder, SentTimes } from './publishers.ts';

/** The metadata that OBS sends. */
const CHUNK_SIZE = 4096;
const TICK_MS = 4;
const VIDEO = 9;

/** A message as chunks, without the first header, which has the timestamp. */
interface Prepared {
  readonly at: number;
  readonly chunkStream: number;
  readonly type: number;
  readonly length: number;
  readonly chunks: Buffer;
}

interface Encoder {
  readonly key: string;
  readonly socket: Socket;
  readonly startedAt: number;
  readonly sent: number[];
  next: number;
  loop: number;
}

const clip = readClip();
const prepared = clip.messages.map(({ type, at, body }): Prepared => {
  const chunkStream = type === VIDEO ? 4 : 5;
  return { at, chunkStream, type, length: body.length, chunks: withContinuations(body, chunkStream) };
});
const encoders: Encoder[] = [];

setInterval(() => {
  for (const encoder of encoders) sendDue(encoder, wallClock());
}, TICK_MS);

serveParent(async (order: PublishersOrder): Promise<SentTimes | null> => {
  if (order.type === 'sent') return Object.fromEntries(encoders.map(({ key, sent }) => [key, sent]));
  const apart = (1000 * CLIP.gopSeconds) / order.keys.length;
  await Promise.all(order.keys.map((key, index) => start(order.port, key, index * apart)));
  return null;
});

async function start(port: number, key: string, afterMs: number): Promise<void> {
  await delay(afterMs);
  const client = await RtmpClient.open(port);
  client.setChunkSize(CHUNK_SIZE);
  await client.publish(key);
  for (const { type, body } of clip.headers) {
    if (type === VIDEO) client.video(0, body);
    else client.audio(0, body);
  }
  encoders.push({ key, socket: client.socket, startedAt: wallClock(), sent: [], next: 0, loop: 0 });
}

function sendDue(encoder: Encoder, now: number): void {
  const { socket, startedAt } = encoder;
  for (;;) {
    const message = prepared[encoder.next];
    if (message === undefined) {
      encoder.next = 0;
      encoder.loop++;
      continue;
    }
    const timestamp = message.at + encoder.loop * CLIP.seconds * 1000;
    if (startedAt + timestamp > now) return;
    if (message.type === VIDEO) encoder.sent.push(now);
    socket.cork();
    socket.write(firstHeader(message, timestamp));
    socket.write(message.chunks);
    socket.uncork();
    encoder.next++;
  }
}

/** A chunk header of type 0 (RTMP section 5.3.1.2.1), with a timestamp below 4.6 hours, which needs no extension. */
function firstHeader({ chunkStream, type, length }: Prepared, timestamp: number): Buffer {
  const header = Buffer.allocUnsafe(12);
  header[0] = chunkStream;
  header.writeUIntBE(timestamp, 1, 3);
  header.writeUIntBE(length, 4, 3);
  header[7] = type;
  header.writeUInt32LE(1, 8);
  return header;
}

function withContinuations(body: Buffer, chunkStream: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += CHUNK_SIZE) {
    if (at > 0) pieces.push(Buffer.of(0xc0 | chunkStream));
    pieces.push(body.subarray(at, at + CHUNK_SIZE));
  }
  return Buffer.concat(pieces);
}
