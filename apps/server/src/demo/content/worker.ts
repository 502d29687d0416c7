/** The process that renders: told the name of a scene, it writes the clip's file and says so. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { writeClip } from './clip.ts';
import type { WorkerReply, WorkerTask } from './library.ts';
import { renderClip } from './render.ts';

process.on('disconnect', () => process.exit());
process.on('message', async (task: WorkerTask) => {
  // But for the first channel, rendering is never in a hurry at the cost of those who watch.
  if (!task.urgent) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const reply = (message: WorkerReply) => process.send?.(message);
  try {
    writeWhole(task.path, writeClip(await renderClip(task.name)));
    reply({ name: task.name, failure: null });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    reply({
      name: task.name,
      failure: { code, message: error instanceof Error ? error.message : String(error) },
    });
  }
});

/** The file is there whole or not at all, whatever ends the process or the machine in between. */
function writeWhole(path: string, bytes: Uint8Array): void {
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
