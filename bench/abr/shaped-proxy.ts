/** An instance behind a shaped link, with a ladder of padded renditions. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { DeliveredParts, type MediaNumbers } from './delivered-parts.ts';
import { asRendition, LADDER, type PaddedRendition, padded, unpadded, withLadder } from './padded-ladder.ts';
import { ShapedLink } from './shaped-link.ts';
import type { NetworkTrace } from './traces.ts';

/** The time that an encoder takes to begin a rendition that has no viewer yet. */
const COLD_MS = 2_000;

function mediaOf(path: string): MediaNumbers | null {
  const [, msn, part] = /\/(\d+)(?:\.(\d+))?\.m4s$/.exec(path) ?? [];
  return msn === undefined ? null : { msn: Number(msn), part: part === undefined ? null : Number(part) };
}

export interface ShapedProxy extends AsyncDisposable {
  readonly url: string;
  /** The trace begins. */
  start(): void;
  /** The bitrate of the frame that was captured at a time of the wall clock, in kilobits per second; null: unknown. */
  kbpsAt(capturedAtMs: number): number | null;
}

export interface ShapedProxyOptions {
  /** The URL of the instance. */
  readonly target: string;
  readonly trace: NetworkTrace;
  /** A page that is served at /bare. */
  readonly barePage: (url: string) => string;
  readonly script: string;
}

export async function startShapedProxy(options: ShapedProxyOptions): Promise<ShapedProxy> {
  const { target, trace } = options;
  const { hostname, port } = new URL(target);
  let link = new ShapedLink(trace);
  const delivered = new DeliveredParts();
  const readyAt = new Map<string, number>();

  function fetchUpstream(incoming: IncomingMessage, path: string) {
    return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>(
      (resolve, reject) => {
        const headers = { ...incoming.headers, host: `${hostname}:${port}`, 'accept-encoding': 'identity' };
        const upstream = request(
          { hostname, port, path, method: incoming.method, headers },
          async (answer) => {
            const body = Buffer.concat(await answer.toArray());
            resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body });
          },
        );
        upstream.on('error', reject);
        incoming.pipe(upstream);
      },
    );
  }

  async function waitForEncoder({ name }: PaddedRendition): Promise<void> {
    if (name === LADDER[0]?.name) return;
    const now = performance.now();
    const ready = readyAt.get(name) ?? now + COLD_MS;
    readyAt.set(name, ready);
    if (ready > now) await delay(ready - now);
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = incoming.url ?? '/';
    if (url === '/bare.js')
      return void response.setHeader('content-type', 'text/javascript').end(options.script);
    if (url.startsWith('/bare?')) {
      const playbackUrl = new URL(url, target).searchParams.get('play') ?? '';
      return void response.setHeader('content-type', 'text/html').end(options.barePage(playbackUrl));
    }
    const rendition = unpadded(url);
    const { status, headers, body } = await fetchUpstream(incoming, rendition?.path ?? url);
    const [path = ''] = url.split('?');
    const media = status === 200 && rendition !== null ? mediaOf(path) : null;
    if (media !== null) delivered.noteAnswer(media, Date.now());
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined && !/^(content-length|connection|transfer-encoding|keep-alive)$/.test(name)) {
        response.setHeader(name, value);
      }
    }
    if (!url.startsWith('/live/')) return void response.end(body);
    let sent = body;
    if (status === 200 && path.endsWith('/index.m3u8')) sent = Buffer.from(withLadder(body.toString()));
    else if (status === 200 && rendition !== null && path.endsWith('.m3u8')) {
      await waitForEncoder(rendition.rendition);
      sent = Buffer.from(asRendition(body.toString(), rendition.rendition));
    } else if (rendition !== null && media !== null) {
      sent = padded(body, rendition.rendition, media.part);
    }
    response.setHeader('content-length', sent.length);
    const isComplete = await link.send(response, sent);
    if (isComplete && rendition !== null && media !== null)
      delivered.noteDelivered(media, rendition.rendition.kbps);
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  server.on('upgrade', (incoming, socket, head) => {
    const upstream = connect(Number(port), '127.0.0.1', () => {
      const headers = { ...incoming.headers, host: `${hostname}:${port}`, origin: target };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
      upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [upstream, socket]) end.on('error', () => end.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    start() {
      link[Symbol.dispose]();
      link = new ShapedLink(trace);
      delivered.clear();
    },
    kbpsAt: (capturedAtMs) => delivered.kbpsAt(capturedAtMs),
    async [Symbol.asyncDispose]() {
      link[Symbol.dispose]();
      server.closeAllConnections();
      server.close();
    },
  };
}
