import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import type { Audience } from '../access/audience.repo.ts';
import { downloadRoutes } from './download.routes.ts';

const ID = '0192d3a0-0000-7000-8000-000000000000';
/** As many as a network may have at the same time. */
const DOWNLOADS = 8;

const audience = { isReady: true, allowsDownload: true, slug: 'a', trim: null } as Audience;
const access = {
  audienceOf: async () => audience,
  isOpen: () => true,
  mayWatch: async () => true,
  isOwn: async () => true,
};
const movie = {
  byteLength: 3,
  hasVideo: true,
  async *read() {
    yield Buffer.from('mp4');
  },
};
let header = Promise.withResolvers<typeof movie>();
// Behind a reverse proxy, whose header names the client after the connection is closed, too.
const app = fastify({ trustProxy: true });
const sockets: Socket[] = [];
app.addHook('onRequest', async ({ raw }) => void sockets.push(raw.socket));
downloadRoutes(app, { open: () => header.promise }, access);
await app.listen();
afterAll(() => app.close());
const { port } = app.server.address() as AddressInfo;
const download = (signal?: AbortSignal) =>
  fetch(`http://localhost:${port}/recordings/${ID}/download.mp4`, {
    headers: { 'x-forwarded-for': '203.0.113.1' },
    signal: signal ?? null,
  });

it('gives back the slots of clients that leave while the header of the file is made', async () => {
  const left = new AbortController();
  const asked = Array.from({ length: DOWNLOADS }, () => download(left.signal).catch(() => null));
  await expect.poll(() => sockets.length, { timeout: 20_000 }).toBe(DOWNLOADS);
  const closed = sockets.map((socket) => once(socket, 'close'));
  left.abort();
  await Promise.all([...asked, ...closed]);
  header.resolve(movie);

  header = Promise.withResolvers();
  header.resolve(movie);
  const answer = await download();
  expect([answer.status, await answer.text()]).toEqual([200, 'mp4']);
});
