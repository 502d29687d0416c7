/** The worker process that renders clips: receives the name of a scene, writes the clip's file and replies. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { writeClip } from './clip.ts';
import type { WorkerReply, WorkerTask } from './clip-library.ts';
import { renderClip } from './render-clip.ts';

process.on('disconnect', () => process.exit());
process.on('message', async (task: WorkerTask) => {
  // Except for the first channel, rendering must not slow down the server.
  if (!task.urgent) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const reply = (message: WorkerReply) => process.send?.(message);
  try {
    writeAtomically(task.path, writeClip(await renderClip(task.name)));
    reply({ name: task.name, failure: null });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    reply({
      name: task.name,
      failure: { code, message: error instanceof Error ? error.message : String(error) },
    });
  }
});

/** Writes the file atomically. */
function writeAtomically(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.partial`;
  const file = openSync(partial, 'w');
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(partial, path);
}
