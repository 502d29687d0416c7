import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PieceName } from './pieces.ts';
import type { Sound } from './tape.ts';

export interface PieceToPlay {
  readonly name: PieceName;
  readonly seconds: number;
}

/** Plays a piece on another core, while this thread draws. Rejects with what went wrong there. */
export async function performApart(piece: PieceToPlay): Promise<Sound> {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: piece });
  const [sound]: Sound[] = await once(thread, 'message');
  if (sound === undefined) throw new Error('The thread that plays sound said nothing.');
  return sound;
}
