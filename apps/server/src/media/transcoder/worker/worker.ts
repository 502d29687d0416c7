/**
 * The process that encodes the renditions of one live stream. It may crash, hang or grow: its parent replaces it. The
 * arguments are names of encoders of GPUs, the best first.
 */
import { HARDWARE_ENCODERS } from '../codecs/hardware-encoders.ts';
import { x264 } from '../codecs/video-encoders.ts';
import { runWorker } from './run-worker.ts';

const hardware = process.argv
  .slice(2)
  .flatMap((name) => HARDWARE_ENCODERS.filter((backend) => backend.name === name));
await runWorker([...hardware, x264]);
process.exit();
