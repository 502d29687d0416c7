/** The whole live core (RTMP in, LL-HLS out) in a process of its own; every stream key is accepted. */
import { once } from 'node:events';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createMediaCore } from '../../apps/server/src/media/core.ts';
import {
  closeIdleConnections,
  DELIVERY_SERVER_OPTIONS,
  type DeliveryStats,
} from '../../apps/server/src/media/delivery/index.ts';
import { rtmpIngest } from '../../apps/server/src/media/ingest/rtmp/rtmp-server.ts';
import type { LiveStreamView, RecordStream } from '../../apps/server/src/media/ports.ts';
import { RecordingIndex } from '../../apps/server/src/media/recorder/index.ts';
import { DEFAULT_MEDIA_SETTINGS } from '../../apps/server/src/media/settings.ts';
import { createDiskStorage, type Storage } from '../../apps/server/src/platform/storage/index.ts';
import { openPorts } from '../../apps/server/test/support/media-ports.ts';
import { freePort } from '../../e2e/lib/ports.ts';
import { serveParent } from '../lib/proc.ts';
import type { ServerOrder, ServerPorts } from './tributary.ts';

const ignore = () => undefined;
let storage: Storage | null = null;
const rtmpPort = await freePort();
const core = createMediaCore({
  settings: DEFAULT_MEDIA_SETTINGS,
  ingests: [rtmpIngest({ port: rtmpPort, host: '127.0.0.1', connectionsPerNetwork: 1000 })],
  log: {
    info: ignore,
    warn: ignore,
    error: (fields, message) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
  },
  ports: openPorts({ onPlayable: record }),
});

/** As the instance does it, without its database. */
function record({ streamId }: LiveStreamView, start: RecordStream): void {
  const files = storage;
  if (files === null) return;
  const keyOf = (path: string) => `recordings/${streamId}/${path}`;
  const index = new RecordingIndex();
  start({
    open: async () => true,
    async put(path, bytes) {
      await files.put(keyOf(path), bytes);
      index.add(path, bytes.byteLength);
      return true;
    },
    async append(segments) {
      await files.append(segments.map(({ path, chunks }) => ({ key: keyOf(path), chunks })));
      for (const { path, chunks } of segments)
        index.add(
          path,
          chunks.reduce((sum, { byteLength }) => sum + byteLength, 0),
        );
      return true;
    },
    async read(path, start, end) {
      const object = await files.get(keyOf(path), { start, end });
      return object && buffer(object.stream);
    },
    settle: (msn) => index.settle(msn),
    close: ignore,
  });
}

serveParent(async (order: ServerOrder): Promise<ServerPorts | DeliveryStats> => {
  if (order.type === 'stats') return core.stats().delivery;
  if (order.recordsInto !== undefined) storage = createDiskStorage(order.recordsInto);
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
