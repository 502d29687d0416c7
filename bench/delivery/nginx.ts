/** nginx, configured to serve the same files: one worker, sendfile, cached descriptors. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort, waitForPort } from '../../e2e/lib/ports.ts';
import { SERVER_CORE, startProgram } from '../lib/proc.ts';

/** Serves `directory`; resolves once it accepts connections. */
export async function startNginx(
  executable: string,
  directory: string,
): Promise<{ pid: number; port: number } & AsyncDisposable> {
  const port = await freePort();
  const file = path.join(directory, 'nginx.conf');
  writeFileSync(file, configuration(directory, port));
  const program = startProgram(SERVER_CORE, [executable, '-p', directory, '-c', file, '-e', 'stderr']);
  await waitForPort(port);
  return { ...program, port };
}

function configuration(directory: string, port: number): string {
  return `
daemon off;
master_process off;
worker_processes 1;
error_log stderr error;
pid ${directory}/nginx.pid;
events { worker_connections 4096; use epoll; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  tcp_nodelay on;
  keepalive_timeout 75s;
  keepalive_requests 1000000000;
  open_file_cache max=1000 inactive=1h;
  open_file_cache_valid 1h;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  types { application/vnd.apple.mpegurl m3u8; video/mp4 m4s mp4; }
  add_header Access-Control-Allow-Origin *;
  add_header Access-Control-Expose-Headers "Age, Content-Length, Content-Range, Date, ETag";
  add_header Timing-Allow-Origin *;
  add_header Cross-Origin-Resource-Policy cross-origin;
  add_header X-Content-Type-Options nosniff;
  add_header Cache-Control "public, max-age=1, must-revalidate";
  server {
    listen 127.0.0.1:${port} backlog=4096;
    root ${directory};
  }
}
`;
}
