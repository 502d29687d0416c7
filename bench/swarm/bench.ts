/** Savings and costs of the exchange between six viewers in Chromium. */
import { z } from 'zod';
import { canIsolateNetwork, runInOwnNetwork } from '../../e2e/lib/network-namespace.ts';
import { median } from '../lib/report.ts';
import type { Bench } from '../run.ts';

const RUN_MS = 400_000;

const measured = z.object({
  originBytes: z.number(),
  stalls: z.number(),
  firstFrames: z.array(z.number()),
  ages: z.array(z.number()),
  pageCpuSeconds: z.number(),
  pageMemory: z.number(),
  pageUpload: z.number(),
});

export const swarm: Bench = {
  summary:
    'six Chromium pages of one stream with the exchange between viewers, against the same pages without it',
  async run(report) {
    if (!canIsolateNetwork()) {
      report.note('Chromium needs a network namespace for WebRTC, which only root can create: not measured.');
      return;
    }
    const output = await runInOwnNetwork(new URL('./pages.ts', import.meta.url), RUN_MS);
    const { exchanged, without } = z
      .object({ exchanged: measured, without: measured })
      .parse(JSON.parse(output));
    report.figure({
      name: 'bytes that the origin sends',
      value: exchanged.originBytes,
      unit: 'bytes',
      peer: { name: 'without the exchange', value: without.originBytes },
      goal: { atMost: 0.4 },
    });
    report.figure({
      name: 'glass to glass, median, beyond that without the exchange',
      value: median(exchanged.ages) - median(without.ages),
      unit: 'ms',
      goal: { atMost: 400 },
    });
    report.figure({
      name: 'stalls, beyond those without the exchange',
      value: exchanged.stalls - without.stalls,
      unit: '',
      goal: { atMost: 0 },
    });
    report.figure({
      name: 'first frame, median',
      value: median(exchanged.firstFrames),
      unit: 'ms',
      peer: { name: 'without the exchange', value: median(without.firstFrames) },
      goal: { atMost: 1 },
    });
    report.figure({
      name: 'processor time of a page in 30 s, with its share of the browser',
      value: exchanged.pageCpuSeconds,
      unit: 's',
      peer: { name: 'without the exchange', value: without.pageCpuSeconds },
    });
    report.figure({
      name: 'memory of a page',
      value: exchanged.pageMemory,
      unit: 'bytes',
      peer: { name: 'without the exchange', value: without.pageMemory },
    });
    report.figure({
      name: 'bytes that a page sends to other viewers in 30 s',
      value: exchanged.pageUpload,
      unit: 'bytes',
    });
  },
};
