/** An instance of several processes, with what they share, each behind a relay of its own. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserId } from '@tributary/contracts/shared';
import { createUsers } from '../../apps/server/src/features/identity/index.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/db/index.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { adminCommand, createStreamer } from '../../apps/server/test/support/admin-command.ts';
import { Browser } from '../../apps/server/test/support/browser.ts';
import { type ChaosDatabase, startDatabase } from '../../apps/server/test/support/chaos/database.ts';
import { startFakeS3 } from '../../apps/server/test/support/fake-s3.ts';
import {
  freePort,
  type RunningInstance,
  startInstance,
} from '../../apps/server/test/support/instance-process.ts';
import {
  ensureRedisServer,
  type RedisServer,
  startRedisServer,
} from '../../apps/server/test/support/redis-server.ts';
import { type Relay, startRelay } from '../../apps/server/test/support/relay.ts';
import type { RtmpAddress } from '../../apps/server/test/support/simulated/replay-encoder.ts';
import type { Network } from './network.ts';

/** The number in the full form. */
export const PROCESSES = 3;

interface Relays {
  readonly database: Relay;
  readonly valkey: Relay;
  readonly s3: Relay;
}

export interface Member {
  readonly url: string;
  readonly rtmp: RtmpAddress;
  readonly relays: Relays;
  /** The settings of its command line as well. */
  readonly settings: Readonly<Record<string, string>> & {
    readonly DATA_DIR: string;
    readonly PORT: string;
    readonly RTMP_PORT: string;
  };
  readonly isRunning: boolean;
  /** @param clockAhead whether its clock is half a minute ahead */
  start(clockAhead?: boolean): Promise<void>;
  kill(): Promise<void>;
  /** Stops it as a supervisor does. */
  stop(): Promise<void>;
}

export interface Channel {
  readonly id: UserId;
  readonly streamKey: string;
}

export interface Cluster extends AsyncDisposable {
  readonly network: Network;
  readonly members: readonly Member[];
  readonly db: Database;
  readonly database: ChaosDatabase;
  readonly valkey: RedisServer;
  createChannel(username: string): Promise<Channel>;
  /** Creates an account. @returns the Cookie header of its session */
  signIn(username: string): Promise<string>;
  /** @returns what the check of the ledger says @throws where it does not balance */
  checkLedger(): Promise<string>;
}

const CLOCK_AHEAD = new URL('../../apps/server/test/support/simulated/clock-ahead.ts', import.meta.url);

export async function startCluster(network: Network, processes = PROCESSES): Promise<Cluster> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-chaos-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const database = stack.use(await startDatabase(dataDir));
  ensureRedisServer();
  const valkey = stack.use(await startRedisServer());
  const onExit = (work: () => void) => {
    process.once('exit', work);
    stack.defer(() => void process.off('exit', work));
  };
  onExit(() => void valkey.kill());
  const s3 = stack.use(await startFakeS3());
  const secrets = {
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    STREAM_KEY_SECRET: randomBytes(32).toString('base64url'),
  };

  async function createMember(index: number): Promise<Member> {
    const host = network.addressOf(index);
    const relay = async (target: () => number) => {
      const started = await startRelay(network.hub, target);
      stack.defer(() => started.close());
      return started;
    };
    const relays = {
      database: await relay(database.port),
      valkey: await relay(() => Number(new URL(valkey.url).port)),
      s3: await relay(() => Number(new URL(s3.options.endpoint).port)),
    };
    const settings = {
      ...secrets,
      DATA_DIR: await mkdtemp(join(dataDir, 'process-')),
      HOST: host,
      PORT: await freePort(),
      RTMP_PORT: await freePort(),
      DATABASE_URL: `postgres://${database.user}:${database.password}@${network.hub}:${relays.database.port}/${database.name}`,
      REDIS_URL: `redis://${network.hub}:${relays.valkey.port}`,
      S3_ENDPOINT: `http://${network.hub}:${relays.s3.port}`,
      S3_BUCKET: s3.options.bucket,
      S3_ACCESS_KEY_ID: s3.options.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.options.secretAccessKey,
      S3_REGION: s3.options.region,
      ALLOW_SANDBOX_PAYMENTS: 'true',
      TRANSCODING: 'off',
      LOG_LEVEL: process.env.CHAOS_LOG ?? 'silent',
    };
    let running: RunningInstance | null = null;
    onExit(() => void running?.process.kill('SIGKILL'));
    const end = async (signal: NodeJS.Signals) => {
      running?.process.kill(signal);
      await running?.ended;
      if (process.env.CHAOS_LOG) process.stderr.write(running?.output() ?? '');
      running = null;
    };
    return {
      url: `http://${host}:${settings.PORT}`,
      rtmp: { host, port: Number(settings.RTMP_PORT) },
      relays,
      settings,
      get isRunning() {
        return running !== null;
      },
      async start(clockAhead = false) {
        const words = clockAhead ? ['--import', CLOCK_AHEAD.href] : [];
        running = await startInstance(settings, words, network.within(index));
      },
      kill: () => end('SIGKILL'),
      stop: () => end('SIGTERM'),
    };
  }

  const members: Member[] = [];
  for (let index = 0; index < processes; index++) {
    const member = await createMember(index);
    members.push(member);
    // Their work is discarded with the database.
    stack.defer(() => member.kill());
  }
  const [first, ...rest] = members;
  if (first === undefined) throw new Error('There are no processes.');
  // The first one creates the schema.
  await first.start();
  await Promise.all(rest.map((member) => member.start()));
  const db = openDatabase(
    {
      host: network.hub,
      port: first.relays.database.port,
      user: database.user,
      password: database.password,
      database: database.name,
    },
    createLog('silent'),
  );
  stack.defer(() => db.close());

  const parts = stack.move();
  return {
    network,
    members,
    db,
    database,
    valkey,
    async createChannel(username) {
      const { streamKey } = await createStreamer(first.settings, username);
      const { rows } = await db.pool.query('select id from profiles where username = $1', [username]);
      return { id: rows[0]?.id, streamKey };
    },
    async signIn(username) {
      const email = `${username}@example.org`;
      const { password } = await createUsers(db).create({ username, email });
      const browser = new Browser(first.url);
      const { status } = await browser.post('/api/auth/sign-in/email', { email, password });
      if (status !== 200) throw new Error(`Signing in was answered with ${status}.`);
      return browser.cookieHeader();
    },
    checkLedger: () => adminCommand(first.settings, 'check-ledger'),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
