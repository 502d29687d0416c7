/** Runs the process of a transcoder: messages on standard input, messages on standard output. */
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { EncodingSession } from './encoding-session.ts';
import type { EncoderBackend } from './video-encoders.ts';
import { MessageReader, writeJson, writeMessage } from './wire.ts';

const STATISTICS_MS = 1000;

/** Resolves when standard input ends. */
export async function runWorker(backends: readonly EncoderBackend[]): Promise<void> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  Log.setLevel(AV_LOG_QUIET);
  const { stdin, stdout } = process;
  // The parent is gone.
  stdout.on('error', () => process.exit());
  const write = (buffers: readonly Uint8Array[]) => {
    stdout.cork();
    for (const buffer of buffers) stdout.write(buffer);
    stdout.uncork();
  };
  const session = new EncodingSession(backends, write);
  const reader = new MessageReader();
  let reportedAt = Number.NEGATIVE_INFINITY;
  write(writeMessage({ type: 'ready' }));
  for await (const chunk of stdin) {
    for (const message of reader.read(chunk)) {
      await session.take(message);
      if (performance.now() - reportedAt >= STATISTICS_MS) {
        reportedAt = performance.now();
        write(writeJson('statistics', session.statistics()));
      }
      if (stdout.writableNeedDrain) await once(stdout, 'drain');
    }
  }
}
