/** The demo instance that the gallery shows, and the accounts that look at it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { APIRequestContext } from '@playwright/test';
import { z } from 'zod';
import { type Instance, startInstance } from '../instance.ts';
import type { Onlooker } from './pictures.ts';

const SIGN_INS = z.object({ viewer: z.string(), admin: z.string() });
const FEATURED = z.object({
  streams: z.array(z.object({ streamer: z.object({ username: z.string() }) })),
});
const LIVE_AFTER_MS = 300_000;

export interface Demo {
  readonly instance: Instance;
  /** A live channel that the demo created. */
  readonly channel: string;
  readonly accounts: Readonly<Record<Exclude<Onlooker, 'visitor'>, { email: string; password: string }>>;
}

/** Starts the demo, whose data is kept so that its clips are rendered once, and waits for its first channel. */
export async function startDemo(dataDir: string, channels: number): Promise<Demo> {
  const instance = await startInstance({
    DATA_DIR: dataDir,
    DEMO: 'true',
    DEMO_CHANNELS: String(channels),
  });
  const channel = await liveChannel(instance.url);
  const kept = SIGN_INS.parse(JSON.parse(await readFile(join(dataDir, 'demo', 'sign-ins.json'), 'utf8')));
  // Demo channels have random passwords.
  const creatorPassword = (await instance.admin('reset-password', '--username', channel)).trim();
  return {
    instance,
    channel,
    accounts: {
      viewer: { email: 'viewer@demo.example', password: kept.viewer },
      creator: { email: `${channel}@demo.example`, password: creatorPassword },
      admin: { email: 'admin@demo.example', password: kept.admin },
    },
  };
}

async function liveChannel(url: string): Promise<string> {
  const deadline = performance.now() + LIVE_AFTER_MS;
  while (performance.now() < deadline) {
    const { streams } = FEATURED.parse(await (await fetch(`${url}/api/streams/featured`)).json());
    const [first] = streams;
    if (first) return first.streamer.username;
    await delay(1000);
  }
  throw new Error(`No demo channel was live after ${LIVE_AFTER_MS} ms.`);
}

/** The list of the API whose first entry has the id of a path. */
const LISTS: readonly (readonly [path: string, list: string])[] = [
  ['/stream/', '/api/streamers/:channel/videos'],
  ['/pro-studio/streams/', '/api/me/streams'],
  ['/clips/', '/api/streamers/:channel/clips'],
  ['/embed/clip/', '/api/streamers/:channel/clips'],
  ['/events/', '/api/streamers/:channel/events'],
  ['/billing/receipts/', '/api/me/payments'],
  ['/dashboard/streamer/vods/', '/api/me/recordings'],
  ['/dashboard/creator/payouts/', '/api/me/payouts'],
  ['/dashboard/creator/tiers/', '/api/me/tiers'],
  ['/dashboard/creator/events/', '/api/me/events'],
  ['/dashboard/admin/users/', '/api/admin/users'],
  ['/dashboard/admin/reports/', '/api/admin/reports'],
  ['/dashboard/admin/money/charges/', '/api/admin/charges'],
  ['/dashboard/admin/money/reconciliation/', '/api/admin/reconciliations'],
];
const PLACEHOLDER = '019a0000-0000-7000-8000-000000000000';

/** The path with a channel and an id that exist; without entries in the list, it shows that nothing was found. */
export async function resolvePath(
  path: string,
  { instance, channel }: Pick<Demo, 'instance' | 'channel'>,
  request: APIRequestContext,
): Promise<string> {
  const withChannel = path.replaceAll('coral', channel);
  const list = LISTS.find(([start]) => path.startsWith(start + PLACEHOLDER))?.[1];
  if (list === undefined) return withChannel;
  const answer = await request.get(instance.url + list.replace(':channel', channel));
  const id = answer.ok() ? firstId(await answer.json()) : null;
  return id === null ? withChannel : withChannel.replace(PLACEHOLDER, id);
}

/** Recordings have the id of their stream. */
const ENTRY = z.union([
  z.object({ id: z.string() }).transform(({ id }) => id),
  z.object({ streamId: z.string() }).transform(({ streamId }) => streamId),
]);

/** The id of the first entry of a list, whatever the answer calls it. */
function firstId(answer: unknown): string | null {
  const fields = z.record(z.string(), z.unknown()).safeParse(answer).data ?? {};
  for (const field of Object.values(fields)) {
    const [first] = z.array(ENTRY).safeParse(field).data ?? [];
    if (first) return first;
  }
  return null;
}
