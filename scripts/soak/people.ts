/** Steady use: one encoder whose streams follow each other, viewers, chatters, a payer, clips and sign-ins. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createStreamer } from '../../apps/server/test/support/admin-command.ts';
import { Browser, json } from '../../apps/server/test/support/browser.ts';
import { encodeClip, readReplayClip } from '../../apps/server/test/support/replay/replay-clip.ts';
import { Chatter } from '../../apps/server/test/support/simulated/chatter.ts';
import { LiveViewer } from '../../apps/server/test/support/simulated/live-viewer.ts';
import { Payer } from '../../apps/server/test/support/simulated/payer.ts';
import { ReplayEncoder } from '../../apps/server/test/support/simulated/replay-encoder.ts';
import type { SoakInstance } from './instance.ts';

const CLIP = { width: 320, height: 180, fps: 15, gopSeconds: 2, bitrateKbps: 300, seconds: 16 } as const;
const CLIP_FILE = join(fileURLToPath(new URL('../../.cache/', import.meta.url)), 'chaos-clip.flv');
const VIEWERS = 4;
const CHATTERS = 2;
const CHAT_EVERY_MS = 3_000;
const PAY_EVERY_MS = 5_000;
const SIGN_IN_EVERY_MS = 4_000;
const STREAM_MS = 50_000;
/** The channel keeps so many recordings, and deletes older ones for good. */
const KEPT_RECORDINGS = 3;
const KEPT_CLIPS = 3;

/** The number of actions, by their name. */
export type Done = Readonly<
  Record<'streams' | 'clips' | 'signIns' | 'messages' | 'payments' | 'parts', number>
>;

interface Listed {
  readonly items: readonly { readonly id: string; readonly streamId?: string }[];
}

export async function startPeople(instance: SoakInstance, stack: AsyncDisposableStack) {
  const { url, db, users, rtmp, settings } = instance;
  await encodeClip(CLIP_FILE, CLIP);
  const clip = readReplayClip(CLIP_FILE, CLIP);
  const streamer = await createStreamer(settings, 'streamer');
  const owner = new Browser(url);
  await owner.post('/api/auth/sign-in/email', { email: streamer.email, password: streamer.password });
  const { rows } = await db.pool.query("select id from profiles where username = 'streamer'");
  const channelId: string = rows[0].id;
  const people: { email: string; password: string; cookie: string; browser: Browser }[] = [];
  for (let index = 0; index < CHATTERS + 1; index++) {
    const email = `person-${index}@example.org`;
    const { password } = await users.create({ username: `person-${index}`, email });
    const browser = new Browser(url);
    await browser.post('/api/auth/sign-in/email', { email, password });
    people.push({ email, password, cookie: browser.cookieHeader(), browser });
  }
  const done = { streams: 0, clips: 0, signIns: 0, messages: 0, payments: 0, parts: 0 };
  let streamId = await goLive();
  /** Players stop at the end of a stream, so that viewers do not ask for the playlists of one that has ended. */
  let isLive = true;
  const viewers = Array.from(
    { length: VIEWERS },
    () => new LiveViewer([url], () => (isLive ? `/live/${streamId}/index.m3u8` : null)),
  );
  const payer = new Payer([url], channelId, PAY_EVERY_MS);
  const stopping = new AbortController();
  const running = [repeatStreams(), repeatSignIns()];
  stack.defer(async () => {
    stopping.abort();
    await Promise.all([payer.stop(), ...viewers.map((viewer) => viewer.stop())]);
    await Promise.all(running);
  });

  async function goLive(): Promise<string> {
    const encoder = new ReplayEncoder(clip, [rtmp], streamer.streamKey);
    stack.defer(() => encoder.stop());
    return await liveStream(null);
  }

  async function liveStream(before: string | null): Promise<string> {
    for (;;) {
      const found = await db.pool.query(
        "select id from streams where status = 'live' and id is distinct from $1",
        [before],
      );
      if (found.rows[0]) return found.rows[0].id;
      await delay(200);
    }
  }

  /** Ends the stream after a while, upon which the encoder, which goes on trying, starts the next one. */
  async function repeatStreams(): Promise<void> {
    const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
    while (!stopping.signal.aborted) {
      const chatters = people
        .slice(0, CHATTERS)
        .map(
          ({ cookie }) => new Chatter({ servers: [url], home: 0, cookie, streamId, everyMs: CHAT_EVERY_MS }),
        );
      await pause(STREAM_MS / 2);
      const made = await people.at(-1)?.browser.post(`/api/streams/${streamId}/clips`, {
        title: 'A moment',
        startMs: 2_000,
        endMs: 8_000,
      });
      if (made?.status === 200) done.clips++;
      await deleteOldClips();
      await pause(STREAM_MS / 2);
      await Promise.all(chatters.map((chatter) => chatter.stop(2_000)));
      for (const { acknowledged } of chatters) done.messages += acknowledged.length;
      if (stopping.signal.aborted) return;
      isLive = false;
      await owner.post('/api/me/stream/stop');
      await pause(1_000);
      await owner.post('/api/me/stream/admit');
      streamId = await liveStream(streamId);
      isLive = true;
      done.streams++;
      await deleteOldRecordings();
    }
  }

  /** Clips keep the files of a recording that is deleted. */
  async function deleteOldClips(): Promise<void> {
    const { items } = json<Listed>(await owner.get('/api/streamers/streamer/clips'));
    for (const { id } of items.slice(KEPT_CLIPS)) await owner.request('DELETE', `/api/clips/${id}`);
  }

  async function deleteOldRecordings(): Promise<void> {
    const { items } = json<Listed>(await owner.get('/api/me/recordings'));
    for (const { id, streamId: ofStream } of items.slice(KEPT_RECORDINGS + 1)) {
      const recording = ofStream ?? id;
      await owner.request('DELETE', `/api/me/recordings/${recording}`);
      await owner.request('DELETE', `/api/me/deleted-recordings/${recording}`);
    }
  }

  async function repeatSignIns(): Promise<void> {
    for (let number = 0; !stopping.signal.aborted; number++) {
      const person = people[number % people.length];
      const address = `198.51.${number % 100}.${number % 250}`;
      const browser = new Browser(url, { 'x-forwarded-for': address });
      const { email, password } = person ?? {};
      const answer = await browser.post('/api/auth/sign-in/email', { email, password });
      if (answer.status === 200) done.signIns++;
      await browser.post('/api/auth/sign-out');
      await delay(SIGN_IN_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    takeDone(): Done {
      for (const viewer of viewers) done.parts += viewer.takeReport().parts;
      done.payments = payer.paid.length;
      return done;
    },
  };
}
