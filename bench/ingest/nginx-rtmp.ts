/** nginx-rtmp, which writes HLS files of each stream: one worker, as Debian builds it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installByApt } from '../../apps/server/test/support/programs.ts';
import { freePort, waitForPort } from '../../e2e/lib/ports.ts';
import { findExecutable, SERVER_CORE, startProgram } from '../lib/proc.ts';

const MODULE = '/usr/lib/nginx/modules/ngx_rtmp_module.so';

/** Accepts streams and stores them below `directory`. Resolves once it accepts connections. */
export async function startNginxRtmp(
  directory: string,
): Promise<{ pid: number; rtmpPort: number } & AsyncDisposable> {
  if (!existsSync(MODULE)) installByApt(['libnginx-mod-rtmp']);
  const executable = findExecutable('nginx');
  if (executable === null) throw new Error('Install nginx and libnginx-mod-rtmp for this bench.');
  mkdirSync(path.join(directory, 'hls'), { recursive: true });
  const rtmpPort = await freePort();
  const file = path.join(directory, 'nginx.conf');
  writeFileSync(file, configuration(directory, rtmpPort));
  const program = startProgram(SERVER_CORE, [executable, '-p', directory, '-c', file, '-e', 'stderr']);
  await waitForPort(rtmpPort);
  return { ...program, rtmpPort };
}

/** Segments of at least two seconds in a playlist of a minute, as ours. */
function configuration(directory: string, port: number): string {
  return `
load_module ${MODULE};
daemon off;
master_process off;
worker_processes 1;
error_log stderr error;
pid ${directory}/nginx.pid;
events { worker_connections 1024; use epoll; }
rtmp {
  access_log off;
  server {
    listen 127.0.0.1:${port};
    chunk_size 4096;
    application live {
      live on;
      hls on;
      hls_path ${directory}/hls;
      hls_nested on;
      hls_fragment 2s;
      hls_playlist_length 60s;
    }
  }
}
`;
}
