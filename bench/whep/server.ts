/** The live core with WebRTC in a process of its own; every stream key is accepted, and names its stream. */
import { once } from 'node:events';
import http from 'node:http';
import { createMediaCore } from '../../apps/server/src/media/core.ts';
import { rtmpIngest } from '../../apps/server/src/media/ingest/rtmp/rtmp-server.ts';
import { DEFAULT_MEDIA_SETTINGS } from '../../apps/server/src/media/settings.ts';
import type { WebRtcStats } from '../../apps/server/src/media/webrtc/index.ts';
import { openPorts } from '../../apps/server/test/support/media-ports.ts';
import { freePort } from '../../e2e/lib/ports.ts';
import { serveParent } from '../lib/proc.ts';
import type { WhepServerOrder, WhepServerPorts } from './messages.ts';

const ignore = () => undefined;
const UNLIMITED = { admits: () => true, add: () => ignore };
const rtmpPort = await freePort();
const core = createMediaCore({
  settings: DEFAULT_MEDIA_SETTINGS,
  ingests: [rtmpIngest({ port: rtmpPort, host: '127.0.0.1', connectionsPerNetwork: 1000 })],
  log: {
    info: ignore,
    warn: (fields, message) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
    error: (fields, message) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
  },
  ports: openPorts(),
  webrtc: {
    settings: {
      port: await freePort(),
      bindAddress: null,
      addresses: [],
      iceServers: [],
      turnSecret: null,
      maxViewers: 1_000,
    },
    limits: { viewers: UNLIMITED, connecting: UNLIMITED },
  },
});

serveParent(async ({ type }: WhepServerOrder): Promise<WhepServerPorts | WebRtcStats | null> => {
  if (type === 'stats') return core.stats().webrtc;
  await core.listen();
  const server = http.createServer((req, res) => {
    if (!core.handle(req, res)) res.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { rtmpPort, httpPort: address.port };
});
