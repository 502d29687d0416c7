/** A media core with WHEP behind a real HTTP server, to which a test publishes over RTMP. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import http from 'node:http';
import { createMediaCore, type MediaCore } from '../../../src/media/core.ts';
import { createRtmpServer, type RtmpServer } from '../../../src/media/ingest/rtmp/rtmp-server.ts';
import { DEFAULT_MEDIA_SETTINGS, type WebRtcSettings } from '../../../src/media/settings.ts';
import type { WebRtcLimits, WebRtcOptions } from '../../../src/media/webrtc/index.ts';
import { openPorts } from '../media-ports.ts';
import { RtmpClient } from '../rtmp/rtmp-client.ts';
import { silentLog } from '../rtmp/silent-log.ts';
import type { WebRtcPlayer } from './webrtc-players.ts';

export const STREAM = 'stream';
export const CHANNEL = 'key';

const UNLIMITED: WebRtcLimits['viewers'] = { admits: () => true, add: () => () => undefined };

export interface WhepServerOptions
  extends Partial<
    Pick<WebRtcOptions, 'startOutput' | 'workerFile' | 'connectMs' | 'silentMs' | 'crashPauseMs'>
  > {
  readonly settings?: Partial<WebRtcSettings>;
  readonly limits?: Partial<WebRtcLimits>;
}

export interface WhepServer extends AsyncDisposable {
  readonly core: MediaCore;
  readonly url: string;
  /** The requests' cookies that give a right to a restricted stream. */
  readonly granted: Set<string>;
  /** Connects an encoder. */
  publish(): Promise<RtmpClient>;
  /** Sends the offer, and the answer back to the player. */
  play(player: WebRtcPlayer, headers?: Record<string, string>): Promise<Response>;
  post(offer: string, headers?: Record<string, string>): Promise<Response>;
}

export async function startWhepServer(options: WhepServerOptions = {}): Promise<WhepServer> {
  const granted = new Set<string>();
  const ports = openPorts({
    authorizePublish: async () => ({ accepted: true, channelId: CHANNEL, streamId: STREAM }),
  });
  const { settings, limits, ...rest } = options;
  let rtmp: RtmpServer | undefined;
  const core = createMediaCore({
    settings: { ...DEFAULT_MEDIA_SETTINGS, maxBitrateKbps: 1_000_000 },
    ports,
    ingests: [
      (publishTarget, log) => {
        rtmp = createRtmpServer({ publishTarget, log });
        return { ...rtmp, name: 'rtmp', listen: async () => undefined };
      },
    ],
    log: silentLog,
    authorizePlayback: (_id, { headers }) => (granted.has(headers.cookie ?? '') ? 60_000 : 0),
    webrtc: {
      settings: {
        port: await freeUdpPort(),
        bindAddress: '127.0.0.1',
        addresses: [],
        iceServers: [],
        turnSecret: null,
        maxViewers: 10,
        ...settings,
      },
      limits: { viewers: UNLIMITED, connecting: UNLIMITED, ...limits },
      // A busy machine must not make frames too late for a test.
      maxLagMs: 60_000,
      ...rest,
    },
  });
  if (rtmp === undefined) throw new Error('The media core has created no ingest');
  const { port: rtmpPort } = await rtmp.listen(0, '127.0.0.1');
  const server = http.createServer((req, res) => {
    if (!core.handle(req, res)) res.writeHead(418).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The test server listens on no TCP port');
  const url = `http://127.0.0.1:${address.port}`;
  const clients: RtmpClient[] = [];

  const post = (offer: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/whep/${STREAM}`, {
      method: 'POST',
      body: offer,
      headers: { 'content-type': 'application/sdp', ...headers },
    });

  return {
    core,
    url,
    granted,
    async publish() {
      const client = await RtmpClient.open(rtmpPort);
      clients.push(client);
      client.setChunkSize(60_000);
      await client.publish();
      return client;
    },
    async play(player, headers) {
      const response = await post(await player.offer(), headers);
      if (response.status === 201) player.answer(await response.clone().text());
      return response;
    },
    post,
    async [Symbol.asyncDispose]() {
      for (const { socket } of clients) socket.destroy();
      await core.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}
