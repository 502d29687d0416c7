/** Sub-second playback: delay in a browser, and what many viewers cost. */
import { z } from 'zod';
import { canIsolateNetwork, runInOwnNetwork } from '../../e2e/lib/network-namespace.ts';
import { median, quantile, type Report } from '../lib/report.ts';
import { CLIP } from '../live/clip.ts';
import type { Bench } from '../run.ts';
import { measureFanOut, VIEWERS } from './fan-out.ts';

const GLASS_MS = 180_000;

export const whep: Bench = {
  summary: `WebRTC: glass to glass in Chromium, and ${VIEWERS} viewers of a ${CLIP.bitrateKbps / 1000} Mbps stream on a core`,
  async run(report) {
    await measureGlass(report);
    await measureFanOut(report);
  },
};

async function measureGlass(report: Report): Promise<void> {
  if (!canIsolateNetwork()) {
    report.note('Chromium needs a network namespace for WebRTC, which only root can create: not measured.');
    return;
  }
  const output = await runInOwnNetwork(new URL('./glass.ts', import.meta.url), GLASS_MS);
  const { ages, firstFrames, samples } = z
    .object({ ages: z.array(z.number()), firstFrames: z.array(z.number()), samples: z.number() })
    .parse(JSON.parse(output));
  const goal = { atMost: 150 };
  report.figure({ name: 'glass to glass, median', value: median(ages), unit: 'ms', goal });
  report.figure({ name: 'glass to glass, p95', value: quantile(ages, 0.95), unit: 'ms' });
  report.figure({ name: 'first frame after the answer, median', value: median(firstFrames), unit: 'ms' });
  report.note(`${ages.length} of ${samples} samples had a readable clock.`);
}
