/** Renders the scene given as its argument, and sends the size of its video and the most memory that it used. */
import { renderClip } from '../../src/demo/content/render-clip.ts';
import type { SceneName } from '../../src/demo/content/scenes/index.ts';

export interface ClipMemory {
  readonly width: number;
  readonly height: number;
  readonly peakBytes: number;
}

const { tracks } = await renderClip(process.argv[2] as SceneName);
const { width = 0, height = 0 } = tracks.video ?? {};
const message: ClipMemory = { width, height, peakBytes: process.resourceUsage().maxRSS * 1024 };
process.send?.(message);
process.disconnect?.();
