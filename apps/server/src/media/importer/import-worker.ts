/** The process that reads an untrusted file. It may crash, hang or grow, and then its parent ends it. */
import { constants, setPriority } from 'node:os';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { importFile } from './import-file.ts';
import { ImportRefused } from './import-limits.ts';
import type { ImportJob, ImportMessage } from './import-messages.ts';

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
Log.setLevel(AV_LOG_QUIET);
process.on('disconnect', () => process.exit());

let onStored = () => {};

/** Files wait until the parent has stored them, so that this process never holds more than one. */
function send(message: ImportMessage): Promise<void> {
  return new Promise((resolve) => {
    if (message.type === 'file') onStored = resolve;
    process.send?.(message, () => {
      if (message.type !== 'file') resolve();
    });
  });
}

process.on('message', (message: ImportJob | 'stored') => {
  if (message === 'stored') return onStored();
  importFile(message, send).catch((error: unknown) => {
    if (error instanceof ImportRefused) return send({ type: 'refused', refusal: error.refusal });
    // FFmpeg stopped in the middle of the file.
    return send({ type: 'refused', refusal: { code: 'undecodable' } });
  });
});
