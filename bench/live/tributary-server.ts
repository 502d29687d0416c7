/** The whole live core (RTMP in, LL-HLS out) in a process of its own; every stream key is accepted. */
import { once } from 'node:events';
import http from 'node:http';
import { createMediaCore } from '../../apps/server/src/media/core.ts';
import {
  closeIdleConnections,
  DELIVERY_SERVER_OPTIONS,
  type DeliveryStats,
} from '../../apps/server/src/media/delivery/index.ts';
import { rtmpIngest } from '../../apps/server/src/media/ingest/rtmp/rtmp-server.ts';
import { DEFAULT_MEDIA_SETTINGS } from '../../apps/server/src/media/settings.ts';
import { freePort } from '../../e2e/lib/ports.ts';
import { serveParent } from '../lib/proc.ts';
import type { ServerOrder, ServerPorts } from './tributary.ts';

const ignore = () => undefined;
const rtmpPort = await freePort();
const core = createMediaCore({
  settings: DEFAULT_MEDIA_SETTINGS,
  ingests: [rtmpIngest({ port: rtmpPort, host: '127.0.0.1', connectionsPerNetwork: 1000 })],
  log: {
    info: ignore,
    warn: ignore,
    error: (fields, message) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
  },
  ports: {
    authorizePublish: async ({ streamKey }) => ({
      accepted: true,
      channelId: streamKey,
      streamId: streamKey,
    }),
    onAccepted: ignore,
    onRefused: ignore,
    onStart: ignore,
    onPlayable: ignore,
    onInterrupted: ignore,
    onResumed: ignore,
    onUnsupportedMedia: ignore,
    onEnd: ignore,
  },
});

serveParent(async (order: ServerOrder): Promise<ServerPorts | DeliveryStats> => {
  if (order.type === 'stats') return core.stats().delivery;
  await core.listen();
  const server = http.createServer(DELIVERY_SERVER_OPTIONS, (req, res) => {
    if (!core.handle(req, res)) res.writeHead(404).end();
  });
  closeIdleConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { rtmpPort, httpPort: address.port };
});
