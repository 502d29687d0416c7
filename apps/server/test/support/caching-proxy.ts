/** nginx as a shared cache in front of an instance. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitForPort } from '../../../../e2e/lib/ports.ts';
import { freePort } from './instance-process.ts';
import { findProgram, installByApt, isExecutable } from './programs.ts';

export interface CachingProxy extends AsyncDisposable {
  readonly url: string;
}

/** Caches responses as `origin` allows, and revalidates stale ones. `x-cache` reports how each was served. */
export async function startCachingProxy(origin: string): Promise<CachingProxy> {
  if (findNginx() === null) installByApt(['nginx-light', 'nginx']);
  const program = findNginx();
  if (program === null) throw new Error('This test needs nginx. Install the package nginx.');
  const directory = await mkdtemp(join(tmpdir(), 'tributary-nginx-'));
  const port = await freePort();
  const file = join(directory, 'nginx.conf');
  await writeFile(file, configuration(directory, port, origin));
  const child = spawn(program, ['-p', directory, '-c', file, '-e', 'stderr'], { stdio: 'inherit' });
  const exited = once(child, 'exit');
  await waitForPort(Number(port));
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The path of nginx, which Debian installs where only root's PATH leads. */
const findNginx = () => findProgram(['nginx']) ?? ['/usr/sbin/nginx'].find(isExecutable) ?? null;

const configuration = (directory: string, port: string, origin: string) => `
daemon off;
master_process off;
error_log stderr error;
pid ${directory}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  proxy_cache_path ${directory}/cache levels=1 keys_zone=media:1m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${origin};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_cache media;
      proxy_cache_lock on;
      proxy_cache_revalidate on;
      add_header X-Cache $upstream_cache_status always;
    }
  }
}
`;
