/** Adaptive quality on links that change, beside hls.js with its defaults on the same stream. */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_ARGS, ensureChromium } from '../../e2e/lib/chromium.ts';
import { type Instance, startInstance } from '../../e2e/lib/instance.ts';
import { startPublisher } from '../../e2e/lib/publisher.ts';
import type { Report } from '../lib/report.ts';
import type { Bench } from '../run.ts';
import { startShapedProxy } from './shaped-proxy.ts';
import { type NetworkTrace, TRACES } from './traces.ts';
import { type Watched, watch } from './watch.ts';

const SECONDS = 60;
const SETTLE_MS = 10_000;
const STREAM_KBPS = 350;
const HLS = fileURLToPath(import.meta.resolve('hls.js/dist/hls.min.js'));

const barePage = (url: string) => `<!doctype html>
<div data-player><video muted playsinline style="width:100vw;height:100vh"></video></div>
<script src="/bare.js"></script>
<script>
const hls = new Hls();
hls.loadSource(${JSON.stringify(url)});
const video = document.querySelector('video');
hls.attachMedia(video);
video.play();
</script>`;

interface Outcome extends Watched {
  /** The mean bitrate of the frames on the screen. */
  readonly kbps: number;
}

async function play(
  browser: Browser,
  instance: Instance,
  trace: NetworkTrace,
  pathOf: (playbackUrl: string) => string,
  playbackUrl: string,
): Promise<Outcome> {
  // Each player finds a server on which no rendition has a viewer yet.
  await using proxy = await startShapedProxy({
    target: instance.url,
    trace,
    barePage,
    script: await readFile(HLS, 'utf8'),
  });
  const watched = await watch(browser, proxy.url + pathOf(playbackUrl), SECONDS, () => proxy.start());
  const shown = watched.capturedAtMs.map((at) => proxy.kbpsAt(at)).filter((kbps) => kbps !== null);
  return { ...watched, kbps: shown.reduce((sum, kbps) => sum + kbps, 0) / Math.max(1, shown.length) };
}

function describe(trace: NetworkTrace, own: Outcome, peer: Outcome, report: Report): void {
  const compare = (name: string, unit: string, value: number, other: number, goal?: object) =>
    report.figure({
      name: `${trace.name}: ${name}`,
      unit,
      value,
      peer: { name: 'hls.js', value: other },
      ...goal,
    });
  compare('stalled', 's', own.stalledSeconds, peer.stalledSeconds, { goal: { atMost: 1 } });
  compare('stalls', '', own.stalls, peer.stalls);
  compare('mean bitrate', 'kbps', own.kbps, peer.kbps, { goal: { atLeast: 1 } });
  compare('delay, median', 's', own.medianLatencySeconds, peer.medianLatencySeconds);
  compare('first frame', 's', own.firstFrameSeconds, peer.firstFrameSeconds);
  const excess = own.medianLatencySeconds - peer.medianLatencySeconds;
  report.figure({
    name: `${trace.name}: delay above hls.js`,
    value: excess,
    unit: 's',
    goal: { atMost: 0.5 },
  });
  if (own.note !== null) report.note(own.note);
}

export const abr: Bench = {
  summary: 'adaptive quality on five traces of bandwidth, with padded renditions, headless Chromium',
  async run(report) {
    report.note(
      'Renditions are padded frames of one stream; a rendition begins two seconds after its first request.',
    );
    const only = process.env.ABR_TRACE;
    await using instance = await startInstance({ TRANSCODING: 'off' });
    const streamer = await instance.createStreamer('abr');
    const publisher = await startPublisher({
      url: streamer.rtmpUrl,
      key: streamer.streamKey,
      clock: true,
      bitrateKbps: STREAM_KBPS,
    });
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
    try {
      await delay(SETTLE_MS);
      const response = await fetch(`${instance.url}/api/streamers/${streamer.username}/streams/live`);
      const { stream } = (await response.json()) as { stream: { playbackUrl: string } };
      const { pathname } = new URL(streamer.watchUrl);
      for (const trace of TRACES.filter(({ name }) => only === undefined || name === only)) {
        const peer = await play(browser, instance, trace, (url) => `/bare?play=${url}`, stream.playbackUrl);
        const own = await play(browser, instance, trace, () => pathname, stream.playbackUrl);
        describe(trace, own, peer, report);
      }
    } finally {
      await browser.close();
      await publisher.stop();
    }
  },
};
