/** node-media-server as it comes, but for its recordings and its console, in a process of its own. */
import NodeMediaServer from 'node-media-server';
import { freePort, waitForPort } from '../../e2e/lib/ports.ts';
import { serveParent } from '../lib/proc.ts';

serveParent(async ({ directory }: { directory: string }): Promise<{ rtmpPort: number }> => {
  const rtmpPort = await freePort();
  const server = new NodeMediaServer({
    bind: '127.0.0.1',
    rtmp: { port: rtmpPort },
    store: { path: directory },
    record: { auto: false, path: directory },
    webadmin: { enable: false },
  });
  await server.run();
  await waitForPort(rtmpPort);
  return { rtmpPort };
});
