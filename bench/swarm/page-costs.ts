/** The processor time and memory of Chromium’s processes. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { z } from 'zod';

const processes = z.object({
  processInfo: z.array(z.object({ type: z.string(), id: z.number(), cpuTime: z.number() })),
});

export interface ProcessCosts {
  /** Processor time of each process since it began, by its id, in seconds. */
  readonly cpuSeconds: ReadonlyMap<number, number>;
  /** The memory of all pages, in bytes. What processes share counts for each in equal parts. */
  readonly pageMemory: number;
}

/** All processes of the browser: the network and the codecs of pages have processes of their own. */
export async function processCosts(browser: Browser): Promise<ProcessCosts> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = processes.parse(await session.send('SystemInfo.getProcessInfo'));
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return {
    cpuSeconds: new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime])),
    pageMemory: renderers.reduce((sum, { id }) => sum + memoryOf(id), 0),
  };
}

/** The processor time between two measurements; a process that began in between counts from its start. */
export function cpuBetween(before: ProcessCosts, after: ProcessCosts): number {
  let seconds = 0;
  for (const [id, now] of after.cpuSeconds) seconds += now - (before.cpuSeconds.get(id) ?? 0);
  return seconds;
}

/** The proportional set size of a process; 0 where it has ended since it was listed. */
function memoryOf(pid: number): number {
  try {
    const [, kib] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kib ?? 0) * 1024;
  } catch {
    return 0;
  }
}
