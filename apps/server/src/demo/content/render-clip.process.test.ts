import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { ClipMemory } from '../../../test/support/clip-memory-child.ts';

const CHILD = new URL('../../../test/support/clip-memory-child.ts', import.meta.url);

/** Most of it is drawing and encoding, which takes long on a busy machine. */
const TIMEOUT_MS = 300_000;

it(
  'renders the channel that Home plays in 720p within 500 MB of memory, from eight seconds that are drawn',
  async () => {
    const [report = expect.fail()]: ClipMemory[] = await once(fork(CHILD, ['reef']), 'message');
    const { width, height, frames, drawnFrames, peakBytes } = report;
    expect([width, height]).toEqual([1280, 720]);
    expect([frames, drawnFrames]).toEqual([16 * 24, 8 * 24]);
    expect(peakBytes).toBeLessThan(500e6);
  },
  TIMEOUT_MS,
);
