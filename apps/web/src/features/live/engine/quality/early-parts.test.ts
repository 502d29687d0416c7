import {
  type FragmentLoaderContext,
  type HlsConfig,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type LoaderContext,
  LoadStats,
  type Part,
} from 'hls.js';
import { expect, it } from 'vitest';
import { FakeHls, fakeHlsModule } from '../../../../../test/support/fake-hls.ts';
import { ScriptedClock } from '../../../../../test/support/scripted-environment.ts';
import { mediaLoader } from '../sources/media-loader.ts';
import { EarlyParts } from './early-parts.ts';
import { TransferMonitor } from './transfer-monitor.ts';

const PART_BYTES = 200_000;

/** Requests that a test answers. */
class Network {
  static requests: Network[] = [];
  readonly stats = new LoadStats();
  context: LoaderContext | null = null;
  isAborted = false;
  #callbacks: LoaderCallbacks<LoaderContext> | null = null;

  load(context: LoaderContext, _: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>): void {
    this.context = context;
    this.#callbacks = callbacks;
    Network.requests.push(this);
  }

  abort(): void {
    this.isAborted = true;
    if (this.context) this.#callbacks?.onAbort?.(this.stats, this.context, null);
  }

  destroy(): void {}

  /** The headers have come, and so much of the body. */
  receive(nowMs: number, bytes: number): void {
    this.stats.loading.first ||= nowMs;
    Object.assign(this.stats, { loaded: bytes, total: PART_BYTES });
  }

  answer(data: ArrayBuffer): void {
    if (!this.context) throw new Error('Nothing was requested.');
    this.#callbacks?.onSuccess({ url: this.context.url, data }, this.stats, this.context, null);
  }
}

function setUp({ isSwitchPending = false } = {}) {
  Network.requests = [];
  const clock = new ScriptedClock();
  // 8 Mbps: a part takes 200 ms.
  const transfers = new TransferMonitor(8_000_000);
  const early = new EarlyParts(transfers, { isSwitchPending }, clock);
  const parts = [0, 1, 2, 3].map((i) => ({
    url: `/${i}.m4s`,
    duration: 0.25,
    end: (i + 1) / 4,
    byteRange: [],
    // The last one belongs to the next segment.
    fragment: { sn: i === 3 ? 8 : 7, type: 'main', cc: 0, level: 0 },
  })) as unknown as Part[];
  const hls = new FakeHls();
  Object.assign(hls, { latestLevelDetails: { partList: parts } });
  early.attach(fakeHlsModule, hls.asHls);
  const MediaLoader = mediaLoader({ transfers, early });
  const events: string[] = [];
  const load = (index: number) => {
    const loader = new MediaLoader({ loader: Network } as unknown as HlsConfig);
    const part = parts[index] ?? expect.fail();
    const context = { url: part.url, frag: part.fragment, part } as unknown as FragmentLoaderContext;
    loader.load(context, {} as LoaderConfiguration, {
      onSuccess: ({ data }, { loaded }) =>
        events.push(`part ${index}: ${data instanceof ArrayBuffer ? data.byteLength : 0} of ${loaded}`),
      onAbort: () => events.push(`part ${index} was aborted`),
      onError: () => events.push(`part ${index} failed`),
      onTimeout: () => events.push(`part ${index} timed out`),
    });
    return loader;
  };
  const urls = () => Network.requests.map(({ context }) => context?.url);
  /** All but the last 10 kB of the newest request, which take 10 ms. */
  const almostReceive = async () => {
    Network.requests.at(-1)?.receive(clock.now(), PART_BYTES - 10_000);
    await clock.advance(100);
  };
  return { hls, clock, transfers, load, urls, events, almostReceive };
}

it('requests the next part while the last of the present one arrives, and hands it over when it is wanted', async () => {
  const { clock, load, urls, events, almostReceive, transfers } = setUp();
  load(0);
  Network.requests[0]?.receive(clock.now(), 1_000);
  await clock.advance(100);
  expect(urls()).toEqual(['/0.m4s']);
  await almostReceive();
  expect(urls()).toEqual(['/0.m4s', '/1.m4s']);
  Network.requests[0]?.receive(clock.now(), PART_BYTES);
  Network.requests[0]?.answer(new ArrayBuffer(3));
  load(1);
  expect(transfers.running?.endSeconds).toBe(0.5);
  Network.requests[1]?.receive(clock.now(), 7);
  Network.requests[1]?.answer(new ArrayBuffer(7));
  expect(events).toEqual([`part 0: 3 of ${PART_BYTES}`, 'part 1: 7 of 7']);
  expect(urls()).toEqual(['/0.m4s', '/1.m4s']);
  expect(transfers.running).toBeNull();
});

it('keeps a part that arrives before it is wanted', async () => {
  const { clock, load, urls, events, almostReceive } = setUp();
  load(0);
  await almostReceive();
  Network.requests[1]?.receive(clock.now(), 5);
  Network.requests[1]?.answer(new ArrayBuffer(5));
  load(1);
  expect(events).toEqual(['part 1: 5 of 5']);
  expect(urls()).toEqual(['/0.m4s', '/1.m4s']);
});

it('does not request the first part of a segment where another rendition is to begin there', async () => {
  for (const [isSwitchPending, expected] of [
    [true, ['/2.m4s']],
    [false, ['/2.m4s', '/3.m4s']],
  ] as const) {
    const { load, urls, almostReceive } = setUp({ isSwitchPending });
    load(2);
    await almostReceive();
    expect(urls()).toEqual(expected);
  }
});

it('gives up its request where hls.js loads something else, aborts, or changes the rendition', async () => {
  for (const leave of [
    ({ load }: ReturnType<typeof setUp>) => void load(2),
    ({ load }: ReturnType<typeof setUp>) => load(1).abort(),
    ({ hls }: ReturnType<typeof setUp>) => hls.emit('hlsLevelSwitching', { level: 1 }),
  ]) {
    const h = setUp();
    h.load(0);
    await h.almostReceive();
    leave(h);
    expect(Network.requests[1]?.isAborted).toBe(true);
  }
});

it('lets hls.js request a part itself whose early request failed', async () => {
  const { load, urls, almostReceive, events } = setUp();
  load(0);
  await almostReceive();
  Network.requests[1]?.abort();
  load(1);
  expect(urls()).toEqual(['/0.m4s', '/1.m4s', '/1.m4s']);
  Network.requests[2]?.answer(new ArrayBuffer(2));
  expect(events).toEqual(['part 1: 2 of 0']);
});
