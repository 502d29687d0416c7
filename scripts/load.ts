/** Simulates viewers, encoders, chatters and payers of an instance whose operator runs this, and prints what they notice. */
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { InstanceHealth } from '@tributary/contracts/admin';
import { getFeatured } from '@tributary/contracts/live';
import { Browser } from '../apps/server/test/support/browser.ts';
import { encodeClip, readReplayClip } from '../apps/server/test/support/replay/replay-clip.ts';
import { Chatter } from '../apps/server/test/support/simulated/chatter.ts';
import { Payer } from '../apps/server/test/support/simulated/payer.ts';
import { ReplayEncoder } from '../apps/server/test/support/simulated/replay-encoder.ts';
import { adminFrom, askConsent } from './load/consent.ts';
import { costRows, latencyRow, type Row, viewerRows } from './load/figures.ts';
import { type LoadOptions, LoadRefused, parseLoadOptions, USAGE } from './load/options.ts';
import { ARRIVAL_MS, startCrowd } from './load/viewers.ts';

const CLIP = { width: 640, height: 360, fps: 30, gopSeconds: 2, seconds: 16 } as const;
const CHAT_EVERY_MS = 3_000;
const PAY_EVERY_MS = 2_000;
const HEALTH_EVERY_MS = 5_000;
const DEFAULT_RTMP_PORT = 1935;
/** How long the stream of an encoder may take to be listed. */
const LISTED_WITHIN_MS = 30_000;

const print = (line = ''): void => void process.stdout.write(`${line}\n`);
const printRows = (rows: readonly Row[]): void => {
  for (const { name, value } of rows) print(`  ${name.padEnd(32)} ${value}`);
};

async function featuredOf(url: string) {
  const response = await fetch(url + getFeatured.path);
  return getFeatured.response.parse(await response.json()).streams;
}

/** The stream that is named, else the first that is listed and needs no grant. */
async function chooseStream({ urls: [url = ''], streamId }: LoadOptions) {
  for (const fromMs = performance.now(); performance.now() < fromMs + LISTED_WITHIN_MS; await delay(500)) {
    const streams = await featuredOf(url);
    const found = streams.find(({ id, playbackUrl }) =>
      streamId === undefined ? playbackUrl !== null : id === streamId,
    );
    if (found) return { id: found.id, streamerId: found.streamer.id, playbackUrl: found.playbackUrl };
  }
  throw new LoadRefused(
    streamId === undefined
      ? 'No stream is live that everyone may watch. Start one, or add --publishers 1 with --accounts.'
      : `--stream: ${streamId} is not among the featured streams.`,
  );
}

async function startEncoders(stack: AsyncDisposableStack, options: LoadOptions): Promise<ReplayEncoder[]> {
  if (options.publishers === 0) return [];
  const settings = { ...CLIP, bitrateKbps: options.kbps };
  const file = fileURLToPath(new URL(`../.cache/load-clip-${options.kbps}.flv`, import.meta.url));
  await encodeClip(file, settings);
  const clip = readReplayClip(file, settings);
  const { hostname, port } = new URL(options.rtmp ?? `rtmp://${new URL(options.urls[0] ?? '').hostname}`);
  const address = { host: hostname, port: port === '' ? DEFAULT_RTMP_PORT : Number(port) };
  return options.accounts.slice(0, options.publishers).map(({ streamKey }) => {
    const encoder = new ReplayEncoder(clip, [address], streamKey);
    stack.defer(() => encoder.stop());
    return encoder;
  });
}

async function signIn(url: string, { email, password }: LoadOptions['accounts'][number]): Promise<string> {
  const browser = new Browser(url);
  const { status } = await browser.post('/api/auth/sign-in/email', { email, password });
  if (status !== 200) throw new LoadRefused(`${email} could not sign in (status ${status}).`);
  return browser.cookieHeader();
}

async function run(options: LoadOptions): Promise<void> {
  const { urls, viewers, seconds } = options;
  const url = urls[0] ?? '';
  const consent = await askConsent(url, adminFrom(process.env));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => consent.end());
  const before = await consent.health();
  const encoders = await startEncoders(stack, options);
  const stream = await chooseStream(options);
  print(
    `${url}: ${viewers} viewers, ${encoders.length} encoders, ${options.chatters} chatters and ${options.payers} payers for ${seconds} s`,
  );
  if (stream.playbackUrl === null && viewers > 0)
    throw new LoadRefused(
      '--stream: this stream needs a ticket or a subscription, which simulated viewers do not have.',
    );
  const crowd = stack.use(await startCrowd(urls, stream.playbackUrl ?? '', viewers));
  const chatters: Chatter[] = [];
  for (const account of options.accounts.slice(0, options.chatters)) {
    const cookie = await signIn(url, account);
    const home = chatters.length % urls.length;
    chatters.push(new Chatter({ servers: urls, home, cookie, streamId: stream.id, everyMs: CHAT_EVERY_MS }));
  }
  const payers = Array.from(
    { length: options.payers },
    (_, index) => new Payer(urls, stream.streamerId, PAY_EVERY_MS, index % urls.length),
  );
  stack.defer(async () => void (await Promise.all([...chatters, ...payers].map((person) => person.stop()))));

  await delay(ARRIVAL_MS);
  await crowd.takeReports();
  const during: InstanceHealth[] = [];
  for (let left = 1000 * seconds; left > 0; left -= HEALTH_EVERY_MS) {
    await delay(Math.min(left, HEALTH_EVERY_MS));
    during.push(await consent.health());
  }
  const reports = await crowd.takeReports();
  print();
  if (viewers > 0) printRows(viewerRows(reports, seconds));
  if (encoders.length > 0) {
    const accepted = encoders.filter(({ server }) => server !== null).length;
    const lost = encoders.reduce(
      (sum, { events }) => sum + events.filter(({ what }) => what === 'lost').length,
      0,
    );
    printRows([{ name: 'encoders', value: `${accepted} connected, ${lost} connections lost` }]);
  }
  if (chatters.length > 0) {
    const refused = chatters.reduce((sum, each) => sum + each.refused, 0);
    printRows([
      latencyRow(
        'chat message to acknowledgement',
        chatters.flatMap(({ ackMs }) => ackMs),
      ),
      { name: 'chat messages refused', value: String(refused) },
    ]);
  }
  if (payers.length > 0) {
    printRows([
      latencyRow(
        'opening a checkout',
        payers.flatMap(({ openMs }) => openMs),
      ),
      latencyRow(
        'paying',
        payers.flatMap(({ payMs }) => payMs),
      ),
      { name: 'payments', value: `${payers.reduce((sum, { paid }) => sum + paid.length, 0)}` },
    ]);
  }
  printRows(costRows(before, during, viewers));
}

try {
  if (process.argv.includes('--help')) print(USAGE);
  else await run(parseLoadOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof LoadRefused)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}\n`);
  process.exitCode = 2;
}
