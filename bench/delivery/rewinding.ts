/** What viewers of stored segments cost those who watch live, who request their parts at a fixed rate meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import { startOpenLoopLoad } from '../lib/open-loop-load.ts';
import { median, quantile, type Report } from '../lib/report.ts';

/** As many as a hundred viewers of parts of a third of a second. */
const LIVE_PER_SECOND = 300;
/** As fifty viewers request them who watch segments of two seconds. */
const REWOUND_PER_SECOND = 25;
const ROUNDS = 5;
const SECONDS = 2;

/** @param rewound more segments than the memory for them holds, so that most are read from the storage */
export async function measureRewinding(
  report: Report,
  port: number,
  { live, rewound }: { readonly live: readonly string[]; readonly rewound: readonly string[] },
): Promise<void> {
  const flow = (perSecond: number, paths: readonly string[]) => ({
    perSecond,
    requests: paths.map((path) => ({ path })),
  });
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(...(await latencies(port, [flow(LIVE_PER_SECOND, live)])));
    beside.push(...(await latencies(port, [flow(LIVE_PER_SECOND, live), flow(REWOUND_PER_SECOND, rewound)])));
  }
  for (const [name, pick, goal] of [
    ['median', median, { atMost: 1.2 }],
    ['p99', (values: readonly number[]) => quantile(values, 0.99), undefined],
  ] as const) {
    report.figure({
      name: `a live part while others rewind: latency, ${name}`,
      value: pick(beside),
      unit: 'ms',
      peer: { name: 'without them', value: pick(alone) },
      ...(goal && { goal }),
    });
  }
  report.note(
    `${LIVE_PER_SECOND} live parts of 120 kB a second, with and without ${REWOUND_PER_SECOND} stored segments of 740 kB ` +
      `a second of ${rewound.length} different ones, of which the memory for them holds a fraction; ` +
      `${ROUNDS} rounds of ${SECONDS} s each, by turns.`,
  );
}

/** Of the first flow, in milliseconds. */
async function latencies(
  port: number,
  flows: readonly { perSecond: number; requests: { path: string }[] }[],
): Promise<readonly number[]> {
  await using load = await startOpenLoopLoad();
  await load.start(port, flows);
  // Connections are opened, and code is compiled.
  await delay(500);
  await load.report();
  await delay(1000 * SECONDS);
  const [live, ...others] = await load.stop();
  const failed = [live, ...others].reduce((sum, flow) => sum + (flow?.failed ?? 0) + (flow?.refused ?? 0), 0);
  if (failed > 0) throw new Error(`${failed} requests failed.`);
  return live?.latencies ?? [];
}
