/** The actions that must work, in both directions, while processes of two versions serve one instance. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { Browser } from '../../apps/server/test/support/browser.ts';
import { type Publisher, SMALL_VIDEO, startPublisher } from '../../e2e/lib/publisher.ts';
import type { Pair, Side } from './pair.ts';

export interface Step {
  readonly name: string;
  run(pair: Pair): Promise<void>;
}

const PATIENCE_MS = 20_000;

const livePage = z.object({
  stream: z.object({ id: z.string(), title: z.string(), playbackUrl: z.string().nullable() }).nullable(),
  streamer: z.object({ id: z.string() }),
});

const publishers = new Map<Side, Publisher>();

/** Repeats a check until it returns a value. @throws Error with what it waited for */
async function until<T>(what: string, check: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await check();
    if (found !== null) return found;
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${PATIENCE_MS} ms.`);
    await delay(100);
  }
}

/** The live page of a channel, as a process answers it. */
async function pageAt(at: Side, username: string) {
  const response = await fetch(`${at.instance.url}/api/streamers/${username}/streams/live`);
  return livePage.parse(await response.json());
}

const streamAt = (at: Side, of: Side) =>
  until(`The stream of ${of.username} at the ${at.name} process`, async () => {
    const { stream } = await pageAt(at, of.username);
    return stream?.playbackUrl ? { ...stream, playbackUrl: stream.playbackUrl } : null;
  });

async function textOf(url: string): Promise<string> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${new URL(url).pathname} returned ${response.status}.`);
  return response.text();
}

/** Follows the live edge by a blocking reload, and loads the newest part. */
async function watch(at: Side, of: Side): Promise<void> {
  const { playbackUrl } = await streamAt(at, of);
  const multivariant = new URL(playbackUrl, at.instance.url);
  const name = (await textOf(multivariant.href)).split('\n').find((line) => line.endsWith('.m3u8'));
  const media = new URL(name ?? '', multivariant);
  const playlist = await textOf(media.href);
  const last = Number(/MEDIA-SEQUENCE:(\d+)/.exec(playlist)?.[1]) + playlist.split('#EXTINF').length - 1;
  const next = await textOf(`${media.href}?_HLS_msn=${last}`);
  const part = next
    .match(/#EXT-X-PART:[^\n]*URI="[^"]+"/g)
    ?.at(-1)
    ?.match(/URI="([^"]+)"/)?.[1];
  if (part === undefined) throw new Error('The playlist has no part.');
  const response = await fetch(new URL(part, media));
  if (response.status !== 200 || (await response.arrayBuffer()).byteLength === 0)
    throw new Error(`The part returned ${response.status}.`);
}

interface Listener {
  act(action: string, data: object): void;
  /** Resolves once a message with the text has arrived. */
  arrives(text: string): Promise<void>;
  close(): void;
}

/** Listens to a topic at a process, as the creator who is signed in there. */
async function listen(at: Side, topic: string): Promise<Listener> {
  const socket = new WebSocket(`${at.instance.url.replace('http', 'ws')}/api/realtime`, {
    headers: { cookie: at.creator.cookieHeader(), origin: at.instance.url },
  });
  let received = '';
  socket.addEventListener('message', ({ data }) => {
    received += String(data);
  });
  await once(socket, 'open');
  const send = (message: object) => socket.send(JSON.stringify(message));
  send({ type: 'subscribe', topic });
  await until(`The snapshot of ${topic} at the ${at.name} process`, async () => received || null);
  return {
    act: (action, data) => send({ type: 'action', topic, action, data, id: 1 }),
    async arrives(text) {
      await until(`“${text}” on ${topic} at the ${at.name} process`, async () =>
        received.includes(text) ? true : null,
      );
    },
    close: () => socket.close(),
  };
}

async function publish(at: Side, of: Side): Promise<void> {
  const publisher = await startPublisher({ ...SMALL_VIDEO, url: at.rtmpUrl, key: of.streamKey });
  publishers.set(of, publisher);
}

interface Way {
  readonly from: Side;
  readonly to: Side;
}

/** A step from the former to the present process, and one back. */
const bothWays = (name: string, run: (way: Way, pair: Pair) => Promise<void>): Step[] => [
  {
    name: `${name}: former to present`,
    run: (pair) => run({ from: pair.former, to: pair.present }, pair),
  },
  {
    name: `${name}: present to former`,
    run: (pair) => run({ from: pair.present, to: pair.former }, pair),
  },
];

/** The text that each run sends, which must be found again. */
const sentence = (kind: string, { name }: Side): string => `${kind} from the ${name} process`;

/** The other process confirms the address, and signs the account in. */
async function signUp({ from, to }: Way, pair: Pair): Promise<void> {
  const username = `new_${from.name}`;
  const account = {
    email: `${username}@example.org`,
    password: 'correct horse battery',
    name: username,
    username,
  };
  const { status, text } = await new Browser(from.instance.url).post('/api/auth/sign-up/email', account);
  if (status !== 200) throw new Error(`Signing up returned ${status}: ${text}`);
  const mail = await until('The mail that confirms the address', () => pair.mailTo(account.email));
  const link = new URL(/http\S+/.exec(mail)?.[0] ?? '');
  const there = new Browser(to.instance.url);
  await there.get(link.pathname + link.search);
  const answer = await there.post('/api/auth/sign-in/email', account);
  if (answer.status !== 200)
    throw new Error(`Signing in at the other process returned ${answer.status}: ${answer.text}`);
}

async function useSession({ from, to }: Way): Promise<void> {
  const response = await fetch(`${to.instance.url}/api/me/stream-settings`, {
    headers: { cookie: from.creator.cookieHeader() },
  });
  if (response.status !== 200) throw new Error(`The other process returned ${response.status}.`);
}

async function chat({ from, to }: Way): Promise<void> {
  const { id } = await streamAt(from, from);
  const text = sentence('Chat', from);
  const [sender, reader] = await Promise.all([listen(from, `chat:${id}`), listen(to, `chat:${id}`)]);
  sender.act('send', { clientId: crypto.randomUUID(), text });
  await Promise.all([sender.arrives(text), reader.arrives(text)]);
  sender.close();
  reader.close();
}

async function editTitle({ from, to }: Way): Promise<void> {
  const { id } = await streamAt(to, from);
  const title = sentence('Title', from);
  const viewer = await listen(to, `stream:${id}`);
  const edit = { title, category: 'Gaming', tags: [], isMature: false };
  const { status, text } = await from.creator.put('/api/me/stream-settings', edit);
  if (status !== 200) throw new Error(`Changing the title returned ${status}: ${text}`);
  await viewer.arrives(title);
  viewer.close();
}

async function follow({ from, to }: Way): Promise<void> {
  const { streamer } = await pageAt(to, to.username);
  const { status } = await from.creator.put(`/api/me/following/${streamer.id}`, {});
  if (status !== 200) throw new Error(`Following returned ${status}.`);
  await until('The follower at the other process', async () => {
    const answer = await to.creator.get(`/api/streamers/${to.username}/followers`);
    return JSON.parse(answer.text).followers === 1 ? true : null;
  });
}

/** The encoder of the former process goes to the present one, which continues its stream. */
async function takeOver({ former, present }: Pair): Promise<void> {
  const { id } = await streamAt(present, former);
  publishers.get(former)?.kill();
  former.instance.process.kill('SIGTERM');
  await former.instance.ended;
  await publish(present, former);
  const after = await streamAt(present, former);
  if (after.id !== id) throw new Error('The encoder has begun another stream.');
  await until('Watching the stream that was continued', () =>
    watch(present, former).then(
      () => true,
      () => null,
    ),
  );
}

export function stopEncoders(): void {
  for (const publisher of publishers.values()) publisher.kill();
}

export const STEPS: readonly Step[] = [
  ...bothWays('Sign up', signUp),
  ...bothWays('Use a session', useSession),
  ...bothWays('Follow a channel', follow),
  ...bothWays('Publish', ({ from }) => publish(from, from)),
  ...bothWays('Watch', ({ from, to }) => watch(to, from)),
  ...bothWays('Chat', chat),
  ...bothWays('Change the title', editTitle),
];

/** The last step, after which the present process is alone. It logs that it lost the other one. */
export const LAST_STEP: Step = {
  name: 'Continue a stream of the former process, which stops',
  run: takeOver,
};
