/** Runs the process of a transcoder: messages on standard input, messages on standard output. */
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { finished } from 'node:stream/promises';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import type { EncoderBackend } from '../codecs/video-encoders.ts';
import type { Failure } from '../wire/replies.ts';
import { MessageReader, writeJson, writeMessage } from '../wire/wire.ts';
import { EncodingSession } from './encoding-session.ts';

const STATISTICS_MS = 1000;

type Write = (buffers: readonly Uint8Array[]) => void;

/** Resolves when standard input ends, or the process can do no more. */
export async function runWorker(backends: readonly EncoderBackend[]): Promise<void> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  Log.setLevel(AV_LOG_QUIET);
  const { stdout } = process;
  // The parent is gone.
  stdout.on('error', () => process.exit());
  const write: Write = (buffers) => {
    stdout.cork();
    for (const buffer of buffers) stdout.write(buffer);
    stdout.uncork();
  };
  const session = new EncodingSession(backends, write);
  write(writeMessage({ type: 'ready' }));
  try {
    await takeAll(session, write);
  } catch (error) {
    const failure: Failure = { message: error instanceof Error ? error.message : String(error) };
    write(writeJson('failure', failure));
    process.exitCode = 1;
  }
  stdout.end();
  await finished(stdout);
}

async function takeAll(session: EncodingSession, write: Write): Promise<void> {
  const reader = new MessageReader();
  let reportedAt = Number.NEGATIVE_INFINITY;
  for await (const chunk of process.stdin) {
    for (const message of reader.read(chunk)) {
      // All output of a message leaves in one piece, which wakes the parent once.
      process.stdout.cork();
      await session.take(message);
      process.stdout.uncork();
      if (performance.now() - reportedAt >= STATISTICS_MS) {
        reportedAt = performance.now();
        write(writeJson('statistics', session.statistics()));
      }
      if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
    }
  }
}
