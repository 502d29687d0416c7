/** A process of a former version and one of this version, on one database. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded/embedded-postgres.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { createStreamer } from '../../apps/server/test/support/admin-command.ts';
import { Browser } from '../../apps/server/test/support/browser.ts';
import {
  freePort,
  type InstanceSettings,
  type RunningInstance,
  startInstance,
} from '../../apps/server/test/support/instance-process.ts';

export interface Side {
  readonly name: string;
  readonly instance: RunningInstance;
  readonly rtmpUrl: string;
  /** An account with a channel, signed in at this process. */
  readonly creator: Browser;
  readonly username: string;
  readonly streamKey: string;
}

export interface Pair extends AsyncDisposable {
  readonly former: Side;
  readonly present: Side;
  /** The text of a mail, which either process writes; null while there is none. */
  mailTo(address: string): Promise<string | null>;
  /** The warnings and errors that the processes have logged. */
  complaints(): string[];
}

/** The former process starts first, so that its migrations are those that the present one finds. */
export async function startPair(formerMain: string): Promise<Pair> {
  const stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'tributary-pair-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    password: randomBytes(16).toString('hex'),
    log: createLog('silent'),
    settings: { max_connections: '80' },
  });
  stack.defer(() => server.stop(0));
  const { user, password, port, database } = server.connection;
  const shared = {
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    STREAM_KEY_SECRET: randomBytes(32).toString('base64url'),
    DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    LOG_FORMAT: 'json',
    TRANSCODING: 'off',
  };

  async function settingsOf(name: string): Promise<InstanceSettings> {
    const DATA_DIR = join(folder, name);
    await mkdir(DATA_DIR);
    return { ...shared, DATA_DIR, PORT: await freePort(), RTMP_PORT: await freePort() };
  }

  async function start(settings: InstanceSettings, main?: string): Promise<RunningInstance> {
    const instance = await startInstance(settings, [], [], main);
    stack.defer(async () => {
      instance.process.kill('SIGTERM');
      await instance.ended;
    });
    return instance;
  }

  async function sideOf(
    name: string,
    instance: RunningInstance,
    { RTMP_PORT }: InstanceSettings,
    account: Awaited<ReturnType<typeof createStreamer>>,
  ): Promise<Side> {
    const creator = new Browser(instance.url);
    const { email, password, username, streamKey } = account;
    const { status } = await creator.post('/api/auth/sign-in/email', { email, password });
    if (status !== 200) throw new Error(`Signing in at the ${name} process returned ${status}.`);
    return { name, instance, creator, username, streamKey, rtmpUrl: `rtmp://127.0.0.1:${RTMP_PORT}/live` };
  }

  try {
    const settings = { former: await settingsOf('former'), present: await settingsOf('present') };
    const formerProcess = await start(settings.former, formerMain);
    const presentProcess = await start(settings.present);
    const former = await sideOf(
      'former',
      formerProcess,
      settings.former,
      await createStreamer(settings.present, 'ada'),
    );
    const present = await sideOf(
      'present',
      presentProcess,
      settings.present,
      await createStreamer(settings.present, 'bob'),
    );
    return {
      former,
      present,
      mailTo: (address) => mailIn([settings.former.DATA_DIR, settings.present.DATA_DIR], address),
      complaints: () =>
        [former, present].flatMap(({ name, instance }) =>
          instance
            .output()
            .split('\n')
            .filter(
              (line) => !RESTRICTED.test(line) && /"level":(?:40|50|60|"(?:warn|error|fatal)")/.test(line),
            )
            .map((line) => `${name}: ${line}`),
        ),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

/** Processes that decode images may read the folder of their version alone, and its packages are links to another one. */
const RESTRICTED = /The thumbnail worker died/;

const mail = z.object({ to: z.string(), text: z.string() });

async function mailIn(dataDirs: readonly string[], address: string): Promise<string | null> {
  for (const folder of dataDirs.map((dataDir) => join(dataDir, 'outbox'))) {
    for (const file of await readdir(folder).catch(() => [])) {
      if (!file.endsWith('.json')) continue;
      const { to, text } = mail.parse(JSON.parse(await readFile(join(folder, file), 'utf8')));
      if (to === address) return text;
    }
  }
  return null;
}
