/** The process that encodes the renditions of one live stream. It may crash, hang or grow: its parent replaces it. */
import { runWorker } from './run-worker.ts';
import { x264 } from './video-encoders.ts';

await runWorker([x264]);
process.exit();
