import { once } from 'node:events';
import type net from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  closed,
  type DeliveryServer,
  readAll,
  startDeliveryServer,
} from '../../../../test/support/delivery/delivery-server.ts';

const path = '/live/stream/epoch/video/0.0.m4s';
const bytes = Buffer.from('the part');

async function startLive(shape: Parameters<typeof startDeliveryServer>[0] = {}): Promise<DeliveryServer> {
  const server = await startDeliveryServer(shape);
  server.live.video.addPart(bytes);
  return server;
}

/** Reads until the received text ends with this. */
async function readUntil(socket: net.Socket, end: string): Promise<string> {
  let text = '';
  socket.resume();
  while (!text.endsWith(end)) {
    const [chunk] = await once(socket, 'data');
    text += String(chunk);
  }
  return text;
}

describe('a response written directly to the socket', () => {
  it('leaves the connection usable for the next request, to delivery or to the application', async () => {
    await using server = await startLive();
    const socket = server.raw('');
    for (const [target, end] of [
      [path, 'the part'],
      ['/', '\r\n0\r\n\r\n'],
      [path, 'the part'],
      ['/live/x', 'index.m3u8.\n'],
      [path, 'the part'],
    ] as const) {
      socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
      const text = await readUntil(socket, end);
      expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    }
    socket.destroy();
  });

  it('has the exact bytes of an HTTP/1.1 response', async () => {
    await using server = await startLive();
    const text = await readAll(server.raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`));
    expect(
      text.replace(/Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/, 'Date: now').split('\r\n'),
    ).toEqual([
      'HTTP/1.1 200 OK',
      'Access-Control-Allow-Origin: *',
      'Access-Control-Expose-Headers: Age, Content-Length, Content-Range, Date, ETag',
      'Timing-Allow-Origin: *',
      'Cross-Origin-Resource-Policy: cross-origin',
      'X-Content-Type-Options: nosniff',
      'Cache-Control: public, max-age=1, must-revalidate',
      'Accept-Ranges: bytes',
      'Content-Type: video/mp4',
      'ETag: "1"',
      'Date: now',
      'Content-Length: 8',
      'Connection: close',
      '',
      'the part',
    ]);
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'POST'])('closes the connection after %s on request', async (method) => {
    await using server = await startLive();
    const text = await readAll(
      server.raw(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    );
    expect(text).toContain('\r\nConnection: close\r\n');
    expect(text.endsWith('the part')).toBe(method === 'GET');
  });

  it('closes HTTP/1.0 connections by default and keeps them alive on request', async () => {
    await using server = await startLive();
    expect(await readAll(server.raw(`GET ${path} HTTP/1.0\r\n\r\n`))).toContain('\r\nConnection: close\r\n');
    const kept = server.raw(`GET ${path} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`);
    expect(await readUntil(kept, 'the part')).toContain('\r\nConnection: keep-alive\r\n');
    kept.destroy();
  });

  it('is idle for a closing node:http server after the response, and not while it blocks', async () => {
    await using server = await startLive();
    const idle = server.raw(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await readUntil(idle, 'the part');
    const blocked = await server.blocked('/live/stream/epoch/video/0.1.m4s');
    server.server.closeIdleConnections();
    await closed(idle);
    server.live.video.addPart(bytes);
    expect((await blocked.answer).status).toBe(200);
  });

  it('does not read the body of a refused upload', async () => {
    await using server = await startLive();
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n`;
    expect(await readAll(server.raw(head))).toMatch(/^HTTP\/1\.1 405 /);
  });
});
