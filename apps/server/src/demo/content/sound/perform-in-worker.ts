import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PieceName } from '@tributary/demo-content/music';
import type { Sound } from '@tributary/demo-content/music/stereo-loop';

export interface PieceToPlay {
  readonly name: PieceName;
  readonly seconds: number;
}

/** Performs a piece in a worker thread while this thread draws. Rejects with the worker's error. */
export async function performInWorker(piece: PieceToPlay): Promise<Sound> {
  const thread = new Worker(new URL('./sound-worker.ts', import.meta.url), { workerData: piece });
  const [sound]: Sound[] = await once(thread, 'message');
  if (sound === undefined) throw new Error('The sound worker sent no sound');
  return sound;
}
