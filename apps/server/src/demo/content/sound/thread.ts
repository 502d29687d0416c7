/** The thread that plays one piece, given as `workerData`, and passes it on. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PieceToPlay } from './apart.ts';
import { perform } from './pieces.ts';

const { name, seconds }: PieceToPlay = workerData;
const sound = perform(name, seconds);
parentPort?.postMessage(sound, [sound.left.buffer, sound.right.buffer]);
