import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { createEdgeReader } from '../../apps/server/test/support/simulated/edge-reader.ts';
import { wallClock } from '../lib/clock.ts';
import { serveParent } from '../lib/proc.ts';
import type { PartSeen, ViewersOrder, ViewersReport } from './viewers.ts';

/** More than the socket buffers hold, so that the server has to keep the rest. */
const STALLED_REQUESTS = 6;

/** They connect one after the other: two hundred within the fifteen seconds after which each is dropped. */
const STALLED_APART_MS = 75;

const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
let parts: PartSeen[] = [];
let partTargetMs = 0;

serveParent(async (order: ViewersOrder): Promise<ViewersReport | null> => {
  if (order.type === 'follow') {
    await Promise.all(order.keys.map((key) => follow(order.port, key, order.fetchParts)));
    return null;
  }
  if (order.type === 'stall') {
    const playlist = await videoPlaylist(order.port, order.key);
    for (let index = 0; index < order.count; index++) {
      stall(order.port, playlist);
      await delay(STALLED_APART_MS);
    }
    return null;
  }
  const report = { parts, partTargetMs };
  parts = [];
  return report;
});

/** Resolves with the first playlist, and continues for the life of the process. */
async function follow(port: number, key: string, fetchParts: boolean): Promise<void> {
  const playlist = await videoPlaylist(port, key);
  const edge = createEdgeReader();
  edge.read(await getText(port, playlist));
  partTargetMs = edge.partTargetSeconds * 1000;
  const base = playlist.slice(0, playlist.lastIndexOf('/') + 1);
  void (async () => {
    for (;;) {
      const { msn, part } = edge.next;
      const text = await getText(port, `${playlist}?_HLS_msn=${msn}&_HLS_part=${part}&_HLS_skip=YES`);
      const listedAt = wallClock();
      for (const { endSeconds, uri } of edge.read(text)) {
        if (fetchParts) await get(port, base + uri);
        parts.push({ key, endSeconds, listedAt, receivedAt: fetchParts ? wallClock() : null });
      }
    }
  })();
}

/** The path of a stream's video playlist, once there is one. */
async function videoPlaylist(port: number, key: string): Promise<string> {
  for (;;) {
    const { status, body } = await get(port, `/live/${key}/index.m3u8`);
    const uri = status === 200 ? /^\S+\/video\.m3u8$/m.exec(body.toString())?.[0] : undefined;
    if (uri !== undefined) return `/live/${key}/${uri}`;
    await delay(100);
  }
}

async function stall(port: number, playlist: string): Promise<void> {
  const base = playlist.slice(0, -'.m3u8'.length);
  for (;;) {
    const edge = createEdgeReader();
    edge.read(await getText(port, playlist));
    const socket = net.connect(port, '127.0.0.1');
    socket.pause();
    socket.on('error', () => undefined);
    for (let back = STALLED_REQUESTS; back > 0; back--) {
      socket.write(`GET ${base}/${Math.max(0, edge.next.msn - back)}.m4s HTTP/1.1\r\nHost: bench\r\n\r\n`);
    }
    // A paused socket does not notice that it was closed, except by a failed write.
    const probe = setInterval(() => socket.write('\r\n'), 1000);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(probe);
    await delay(1000);
  }
}

async function getText(port: number, path: string): Promise<string> {
  const { status, body } = await get(port, path);
  if (status !== 200) throw new Error(`${path} was answered with ${status}.`);
  return body.toString();
}

async function get(port: number, path: string): Promise<{ status: number; body: Buffer }> {
  const request = http.get({ port, host: '127.0.0.1', path, agent, headers: { 'accept-encoding': 'gzip' } });
  const [response]: http.IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error(`${path} was not answered.`);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const status = response.statusCode ?? 0;
  return { status, body: response.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body };
}
