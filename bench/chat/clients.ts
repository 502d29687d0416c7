/** Sockets that read a chat, and people who write in it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { REALTIME_HEARTBEAT_MS, REALTIME_PATH } from '@tributary/contracts/realtime';
import { WebSocket } from 'ws';
import { serveParent } from '../lib/proc.ts';
import type { ClientsOrder, ClientsReport, Room } from './messages.ts';

/** Sockets are opened in batches, to avoid a burst. */
const BATCH_SIZE = 50;
/** The number of viewers whose latencies are measured. */
const SAMPLED = 20;
const APPEND = Buffer.from('"kind":"append"');
const SENT_AT = /at (\d{13})/;
const READ_BUFFER = Buffer.alloc(64 * 1024);
/** An empty pong with a mask of zeros, which may be sent without a ping (RFC 6455 section 5.5.3). */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

const viewers = new Set<Socket>();
const sampled = new Set<WebSocket>();
const speakers: WebSocket[] = [];
let target: Omit<Room, 'archiveId'> | null = null;
let talking: NodeJS.Timeout | undefined;
let report = empty();

function empty() {
  return { sent: 0, refused: 0, deliveries: 0, latenciesMs: [] as number[], frame: '' };
}

serveParent<ClientsOrder, ClientsReport | null>(async (order) => {
  switch (order.type) {
    case 'open':
      target = order.room;
      await openAll(order.room, order.viewers);
      return null;
    case 'talk':
      talk(order.perSecond);
      return null;
    case 'hush':
      clearInterval(talking);
      return null;
    case 'close':
      for (const socket of viewers) socket.destroy();
      for (const socket of [...sampled, ...speakers]) socket.terminate();
      viewers.clear();
      sampled.clear();
      speakers.length = 0;
      return null;
    case 'report': {
      const last = { ...report, viewers: viewers.size + sampled.size };
      report = empty();
      return last;
    }
  }
});

/** The address of a person. Each has their own, since limits per network are not measured here. */
const addressOf = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;

async function openAll(room: Omit<Room, 'archiveId'>, count: number): Promise<void> {
  // The sampled viewers are spread over all, since a message reaches the newest sockets last.
  const every = Math.floor(count / SAMPLED);
  for (let opened = 0; opened < count; opened += BATCH_SIZE) {
    const batch = Array.from({ length: Math.min(BATCH_SIZE, count - opened) }, (_, i) => opened + i);
    await Promise.all(batch.map((n) => (n % every === 0 ? openSampled(room, n) : openViewer(room, n))));
  }
  for (const [index, cookie] of room.cookies.entries()) {
    const socket = await openSocket(room, 60_000 + index, cookie);
    socket.on('message', (data: Buffer) => {
      if (data.includes('"refused"') || data.includes('"failed"')) report.refused += 1;
    });
    speakers.push(socket);
  }
}

const subscription = ({ streamId }: Pick<Room, 'streamId'>) =>
  JSON.stringify({ type: 'subscribe', topic: `chat:${streamId}` });

async function openSocket({ port }: Pick<Room, 'port'>, number: number, cookie = ''): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${REALTIME_PATH}`, {
    headers: {
      origin: `http://localhost:${port}`,
      host: `localhost:${port}`,
      'x-forwarded-for': addressOf(number),
      ...(cookie && { cookie }),
    },
    perMessageDeflate: false,
  });
  await once(socket, 'open');
  return socket;
}

async function openSampled(room: Omit<Room, 'archiveId'>, number: number): Promise<void> {
  const socket = await openSocket(room, number);
  sampled.add(socket);
  socket.send(subscription(room));
  socket.on('message', (data: Buffer) => {
    const nowMs = Date.now();
    for (const message of [JSON.parse(data.toString())].flat()) {
      if (message.kind !== 'append') continue;
      report.deliveries += 1;
      report.frame = JSON.stringify(message);
      const [, sentAtMs] = SENT_AT.exec(report.frame) ?? [];
      if (sentAtMs !== undefined) report.latenciesMs.push(nowMs - Number(sentAtMs));
    }
  });
}

/**
 * A socket that counts messages without parsing frames, with a buffer that all of them read into, since the load
 * generator has one core.
 */
async function openViewer(room: Omit<Room, 'archiveId'>, number: number): Promise<void> {
  const upgraded = Promise.withResolvers<void>();
  const callback = (size: number): boolean => {
    upgraded.resolve();
    const data = READ_BUFFER.subarray(0, size);
    for (let at = data.indexOf(APPEND); at !== -1; at = data.indexOf(APPEND, at + APPEND.length))
      report.deliveries += 1;
    return true;
  };
  const socket = connect({ port: room.port, host: '127.0.0.1', onread: { buffer: READ_BUFFER, callback } });
  viewers.add(socket);
  await once(socket, 'connect');
  socket.once('close', () => viewers.delete(socket));
  const headers = [
    `GET ${REALTIME_PATH} HTTP/1.1`,
    `host: localhost:${room.port}`,
    `origin: http://localhost:${room.port}`,
    `x-forwarded-for: ${addressOf(number)}`,
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    `sec-websocket-key: ${randomBytes(16).toString('base64')}`,
  ];
  socket.write(`${headers.join('\r\n')}\r\n\r\n`);
  await upgraded.promise;
  socket.write(textFrame(subscription(room)));
  // Browsers answer pings, and the server closes sockets that stay silent.
  const pongs = setInterval(() => socket.write(PONG), REALTIME_HEARTBEAT_MS);
  socket.once('close', () => clearInterval(pongs));
}

/** A short text frame with a mask of zeros (RFC 6455 section 5.2). */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

function talk(perSecond: number): void {
  let turn = 0;
  talking = setInterval(() => {
    const speaker = speakers[turn % speakers.length];
    turn += 1;
    if (speaker === undefined || target === null) return;
    report.sent += 1;
    const data = {
      clientId: randomUUID(),
      text: `I am writing this at ${Date.now()}, and it is worth reading.`,
    };
    const topic = `chat:${target.streamId}`;
    speaker.send(JSON.stringify({ type: 'action', topic, action: 'send', data, id: turn }));
  }, 1000 / perSecond);
}
