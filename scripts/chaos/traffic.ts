/** The people of an instance under test: an encoder of each process, viewers of each stream on each, chatters and payers. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { encodeClip, readReplayClip } from '../../apps/server/test/support/replay/replay-clip.ts';
import { Chatter } from '../../apps/server/test/support/simulated/chatter.ts';
import { LiveViewer, type ViewerReport } from '../../apps/server/test/support/simulated/live-viewer.ts';
import { Payer } from '../../apps/server/test/support/simulated/payer.ts';
import { ReplayEncoder } from '../../apps/server/test/support/simulated/replay-encoder.ts';
import type { Cluster } from './cluster.ts';

const CLIP = { width: 320, height: 180, fps: 15, gopSeconds: 2, bitrateKbps: 300, seconds: 16 } as const;
const CLIP_FILE = join(fileURLToPath(new URL('../../.cache/', import.meta.url)), 'chaos-clip.flv');
const CHATTERS_PER_PROCESS = 2;
/** Below what one person may send in a minute. */
const CHAT_EVERY_MS = 2_500;
const PAY_EVERY_MS = 1_500;
const POLL_MS = 50;

export interface Watcher {
  readonly viewer: LiveViewer;
  /** The number of the stream, which is that of its encoder's own process. */
  readonly stream: number;
  /** The number of the process that it asks. */
  readonly process: number;
}

export interface Traffic extends AsyncDisposable {
  readonly encoders: readonly ReplayEncoder[];
  readonly watchers: readonly Watcher[];
  /** Returns each watcher's figures since the last call. */
  takeReports(): (Watcher & { readonly report: ViewerReport })[];
  /** Resolves once all viewers play at their own processes, and each stream is at its own if encoders go home. */
  settle(): Promise<void>;
  /** Ends chats and payments. @returns what was acknowledged */
  finish(): Promise<{
    readonly messages: string[];
    readonly checkouts: string[];
    readonly streams: string[];
  }>;
}

export interface TrafficOptions {
  /** The time for which viewers have to play without a pause before the next fault. */
  readonly calmSeconds: number;
  /** Whether encoders go home after a fault, so that the next one meets a process with a stream of its own. */
  readonly sendsEncodersHome: boolean;
}

const FULL: TrafficOptions = { calmSeconds: 3, sendsEncodersHome: true };

export async function startTraffic(
  cluster: Cluster,
  { calmSeconds, sendsEncodersHome }: TrafficOptions = FULL,
): Promise<Traffic> {
  const { members, db } = cluster;
  await encodeClip(CLIP_FILE, CLIP);
  const clip = readReplayClip(CLIP_FILE, CLIP);
  await using stack = new AsyncDisposableStack();
  const channels = [];
  for (const index of members.keys()) channels.push(await cluster.createChannel(`channel-${index}`));
  const rtmp = members.map((member) => member.rtmp);
  const servers = members.map(({ url }) => url);
  const encoders = channels.map(({ streamKey }, index) => {
    const encoder = new ReplayEncoder(clip, rtmp, streamKey, index);
    stack.defer(() => encoder.stop());
    return encoder;
  });
  const streams: string[] = [];
  for (const { id } of channels) streams.push(await liveStreamOf(id));
  const watchers = streams.flatMap((id, stream) =>
    servers.map((_, process) => {
      const viewer = new LiveViewer(servers, () => `/live/${id}/index.m3u8`, process);
      stack.defer(() => viewer.stop());
      return { viewer, stream, process };
    }),
  );
  const chatters: Chatter[] = [];
  for (let index = 0; index < CHATTERS_PER_PROCESS * servers.length; index++) {
    const cookie = await cluster.signIn(`chatter-${index}`);
    const streamId = streams[index % streams.length] ?? '';
    const home = index % servers.length;
    chatters.push(new Chatter({ servers, home, cookie, streamId, everyMs: CHAT_EVERY_MS }));
  }
  const payers = channels.map(({ id }, index) => new Payer(servers, id, PAY_EVERY_MS, index));
  stack.defer(async () => void (await Promise.all([...chatters, ...payers].map((person) => person.stop()))));

  async function liveStreamOf(channelId: string): Promise<string> {
    for (;;) {
      const { rows } = await db.pool.query(
        "select id from streams where streamer_id = $1 and status = 'live'",
        [channelId],
      );
      if (rows[0]) return rows[0].id;
      await delay(POLL_MS);
    }
  }

  async function sendEncodersHome(): Promise<void> {
    for (const [index, encoder] of encoders.entries()) if (encoder.server !== index) encoder.moveTo(index);
    // An encoder that is refused at home tries the others, and is sent home again.
    while (encoders.some((encoder, index) => encoder.server !== index)) {
      await delay(20 * POLL_MS);
      for (const [index, encoder] of encoders.entries())
        if (encoder.server !== null && encoder.server !== index) encoder.moveTo(index);
    }
  }

  const takeReports = () => watchers.map((watcher) => ({ ...watcher, report: watcher.viewer.takeReport() }));

  const parts = stack.move();
  return {
    encoders,
    watchers,
    takeReports,
    async settle() {
      if (sendsEncodersHome) await sendEncodersHome();
      // Viewers go home once, and have to play without a pause for a while.
      for (const { viewer } of watchers) viewer.goHome();
      for (let calm = 0; calm < calmSeconds; ) {
        takeReports();
        await delay(1_000);
        const reports = takeReports();
        const isCalm = reports.every(({ report }) => report.parts > 0 && report.stalledMs === 0);
        calm = isCalm ? calm + 1 : 0;
      }
    },
    async finish() {
      await Promise.all([...chatters, ...payers].map((person) => person.stop()));
      return {
        messages: chatters.flatMap(({ acknowledged }) => acknowledged),
        checkouts: payers.flatMap(({ paid }) => paid),
        streams,
      };
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
