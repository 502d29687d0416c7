/** The worker thread that performs the piece given as `workerData`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PieceToPlay } from './perform-in-worker.ts';
import { perform } from './pieces.ts';

const { name, seconds }: PieceToPlay = workerData;
const sound = perform(name, seconds);
parentPort?.postMessage(sound, [sound.left.buffer, sound.right.buffer]);
