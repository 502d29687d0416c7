/**
 * `npm run test:install`: runs deploy/install.sh as an operator does, over a copy of this machine's /etc, /opt, /usr/local and
 * /var that is discarded, in a network of its own. A small `systemctl` starts the commands, users and variables of the units,
 * since no systemd runs in tests; it restricts no rights. Pages are then read with TLS, a part of a published stream is played,
 * Prometheus scrapes the instance, and the backup is restored. It needs root on Linux, and the programs that the script installs.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { encodeClip, readReplayClip } from '../apps/server/test/support/replay/replay-clip.ts';
import { ReplayEncoder } from '../apps/server/test/support/simulated/replay-encoder.ts';
import { runInNamespace } from './chaos/network.ts';
import { readNewestPart } from './compose/newest-part.ts';
import { createTlsReader } from './compose/tls-reader.ts';

/** Caddy gives such names a certificate of its internal authority. */
const NAME = 'live.localhost';
const ROOT = join(import.meta.dirname, '..');
const WAIT_MS = 90_000;
const CLIP = { width: 320, height: 180, fps: 15, gopSeconds: 2, bitrateKbps: 300, seconds: 16 } as const;
const report = (text: string) => void process.stdout.write(`${text}\n`);

/** Starts the command of a unit in the background, with its user, its variables and its state directory. */
const SYSTEMCTL = `#!/bin/sh
while [ $# -gt 1 ]; do verb=\${verb:-$1}; shift; done
case "\${verb:-$1}" in daemon-reload) exit 0 ;; esac
name=\${1%.service}
[ "$name" = daemon-reload ] && exit 0
[ "$verb" = enable ] && [ "$name" != tributary ] && exit 0
log=$TEST_LOGS/$name.log
[ -e "$log" ] && exit 0
case $name in
  tributary)
    unit=/etc/systemd/system/tributary.service
    install -d -o tributary -g tributary -m 0750 /var/lib/tributary
    set -- $(sed -n 's/^Environment=//p' $unit) "PATH=$PATH"
    while read -r line; do [ -n "$line" ] && set -- "$@" "$line"; done < /etc/tributary/tributary.env
    cd "$(sed -n 's/^WorkingDirectory=//p' $unit)"
    env -i "$@" setpriv --reuid=tributary --regid=tributary --init-groups --no-new-privs \\
      $(sed -n 's/^ExecStart=//p' $unit) > "$log" 2>&1 &
    ;;
  caddy)
    { printf '{\\n\\tskip_install_trust\\n}\\n'; cat /etc/caddy/Caddyfile; } > "$TEST_LOGS/Caddyfile"
    XDG_DATA_HOME=$TEST_LOGS XDG_CONFIG_HOME=$TEST_LOGS caddy run --config "$TEST_LOGS/Caddyfile" --adapter caddyfile > "$log" 2>&1 &
    ;;
  prometheus)
    prometheus --config.file=/etc/prometheus/prometheus.yml --storage.tsdb.path="$TEST_LOGS/tsdb" > "$log" 2>&1 &
    ;;
esac
echo $! > "$TEST_LOGS/$name.pid"
`;

async function until<T>(what: string, find: () => Promise<T | null | undefined>): Promise<T> {
  for (const startedMs = performance.now(); performance.now() < startedMs + WAIT_MS; await delay(200)) {
    const found = await find().catch(() => null);
    if (found !== null && found !== undefined) return found;
  }
  throw new Error(`${what}: not within ${WAIT_MS} ms`);
}

/** Lets changes of these folders go to a memory file system that is gone with this process. */
function coverSystem(folder: string): void {
  const changes = join(folder, 'changes');
  mkdirSync(changes);
  execFileSync('mount', ['-t', 'tmpfs', 'none', changes]);
  for (const path of ['/etc', '/opt', '/usr/local', '/var']) {
    const [upper, work] = ['upper', 'work'].map((kind) => join(changes, kind + path.replaceAll('/', '-')));
    for (const made of [upper, work]) mkdirSync(made ?? '');
    const options = `lowerdir=${path},upperdir=${upper},workdir=${work}`;
    execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', options, path]);
  }
  mkdirSync('/opt/tributary', { recursive: true });
  execFileSync('mount', ['--bind', ROOT, '/opt/tributary']);
}

/** Stops what the script has started, and removes the folder. */
function end(folder: string, logs: string): void {
  for (const file of readdirSync(logs).filter((name) => name.endsWith('.pid'))) {
    const pid = Number(readFileSync(join(logs, file), 'utf8'));
    spawnSync('sh', ['-c', `kill ${pid} && timeout 20 tail --pid=${pid} -f /dev/null`], { stdio: 'ignore' });
  }
  execFileSync('umount', ['--lazy', join(folder, 'changes')]);
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'tributary-install-'));
  chmodSync(folder, 0o755);
  coverSystem(folder);
  const bin = join(folder, 'bin');
  const logs = join(folder, 'logs');
  for (const made of [bin, logs]) mkdirSync(made);
  writeFileSync(join(bin, 'systemctl'), SYSTEMCTL, { mode: 0o755 });
  stack.defer(() => end(folder, logs));
  const env = { PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH}`, TEST_LOGS: logs };
  const logOf = (name: string) =>
    existsSync(join(logs, name)) ? readFileSync(join(logs, name), 'utf8').slice(-2_000) : '';

  const startedMs = performance.now();
  const words = ['/opt/tributary/deploy/install.sh', NAME, 'ada', 'ada@example.org'];
  const installed = spawnSync('sh', words, {
    env,
    cwd: '/opt/tributary',
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  assert.equal(installed.status, 0, `The script failed. ${logOf('tributary.log')}`);
  report(`Installed in ${Math.round((performance.now() - startedMs) / 1000)} s`);

  const root = join(logs, 'caddy/pki/authorities/local/root.crt');
  await until('Caddy makes its authority', async () => existsSync(root) || null);
  const reader = createTlsReader('127.0.0.1', NAME, readFileSync(root));
  await until('The page is served with TLS', async () => (await reader.get('/')).status === 200 || null);
  report(`${NAME} serves pages with TLS`);

  const admin = (...command: string[]) =>
    execFileSync('/usr/local/bin/tributary-admin', command, { env, encoding: 'utf8' });
  const made = z.looseObject({ streamKey: z.string() });
  const { streamKey } = made.parse(JSON.parse(admin('create-streamer', '--username', 'ann')));
  const clipFile = join(folder, 'clip.flv');
  await encodeClip(clipFile, CLIP);
  const encoder = new ReplayEncoder(
    readReplayClip(clipFile, CLIP),
    [{ host: '127.0.0.1', port: 1935 }],
    streamKey,
  );
  const bytes = await until('A part is played', () => readNewestPart(reader, NAME, 'ann'));
  await encoder.stop();
  report(`Played a part of ${bytes} bytes of a published stream`);

  const answer = z.object({
    data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
  });
  await until('Prometheus scrapes the instance', async () => {
    const query = 'http://127.0.0.1:9090/api/v1/query?query=up{job="tributary"}';
    const [series] = answer.parse(await (await fetch(query)).json()).data.result;
    return series?.value[1] === '1' ? true : null;
  });
  report('Prometheus scrapes the instance, with the alerts');

  const restored = join(folder, 'restored');
  const words2 = ['restore', '/var/backups/tributary', '--key-file', '/etc/tributary/backup.key'];
  const settings = { ...env, DEMO: 'false', DATA_DIR: restored, PUBLIC_URL: `https://${NAME}` };
  const output = execFileSync('node', ['apps/server/dist/admin.js', ...words2], {
    env: settings,
    cwd: '/opt/tributary',
    encoding: 'utf8',
  });
  assert.match(output, /ledger balances/i);
  report('The first backup is restored elsewhere, and its ledger balances');
  report('1 passed, 0 failed');
}

const inside = runInNamespace();
if (inside !== null) process.exitCode = inside;
else {
  assert(process.env.TRIBUTARY_CHAOS_NAMESPACE, 'This test creates namespaces: run it as root on Linux.');
  const code = await main().then(
    () => 0,
    (error: unknown) => {
      report(error instanceof Error ? (error.stack ?? error.message) : String(error));
      return 1;
    },
  );
  process.exit(code);
}
