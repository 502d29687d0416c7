/** The worker thread that performs the piece given as `workerData`. */
import { parentPort, workerData } from 'node:worker_threads';
import { perform } from '@tributary/demo-content/music';
import type { PieceToPlay } from './perform-in-worker.ts';

const { name, seconds }: PieceToPlay = workerData;
const sound = perform(name, seconds);
parentPort?.postMessage(sound, [sound.left.buffer, sound.right.buffer]);
