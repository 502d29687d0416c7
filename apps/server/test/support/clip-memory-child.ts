/** Renders the scene given as its argument, and sends the properties of its video and the peak memory. */

import type { SceneName } from '@tributary/demo-content/scenes';
import { renderClip } from '../../src/demo/content/render-clip.ts';

export interface ClipMemory {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** The number of frames that were drawn and encoded; the others repeat them. */
  readonly drawnFrames: number;
  readonly peakBytes: number;
}

const { tracks, units } = await renderClip(process.argv[2] as SceneName);
const { width = 0, height = 0 } = tracks.video ?? {};
const video = units.filter(({ kind }) => kind === 'video');
const message: ClipMemory = {
  width,
  height,
  frames: video.length,
  drawnFrames: new Set(video.map(({ payload }) => payload)).size,
  peakBytes: process.resourceUsage().maxRSS * 1024,
};
process.send?.(message);
process.disconnect?.();
