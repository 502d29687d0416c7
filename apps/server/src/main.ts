/** Reads the configuration, runs the app, and maps signals to one AbortController. */
import { once } from 'node:events';
import { type Config, parseConfig, readVariables } from '#config/config.ts';
import { ConfigError } from '#config/config-error.ts';
import { isUnwritable } from '#platform/errors.ts';
import { createLog } from '#platform/log/log.ts';
import { createApp } from './app.ts';
import { banner } from './banner.ts';

/** However a part may hang, it holds up the end no longer than this. */
const LONGEST_STOP_MS = 20_000;

/** Ctrl-C under npm arrives twice, from the terminal and passed on by npm; that is one wish, not two. */
const SAME_WISH_MS = 1_000;

const DISK_TO_MEND =
  'The disk that holds DATA_DIR, or the database’s, is full or cannot be written to: make room or mend it, then start again.';

const stop = new AbortController();
let firstAskedAt = 0;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!stop.signal.aborted) {
      firstAskedAt = performance.now();
      stopInOrder();
    } else if (performance.now() - firstAskedAt > SAME_WISH_MS) {
      // Asked again, we leave at once; the database's lifeline shuts it down in order all the same.
      process.exit(1);
    }
  });
}

function stopInOrder(): void {
  stop.abort();
  setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
}

// A terminal that has gone takes no more lines, which is no reason to end otherwise than in order.
process.stdout.on('error', () => undefined);

/** One line for what the operator can mend; the whole story for what they cannot. */
function reportFailure(error: unknown): void {
  process.exitCode = 1;
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else if (isUnwritable(error)) process.stderr.write(`${DISK_TO_MEND}\n`);
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
}

async function run(config: Config, directory: string): Promise<void> {
  const log = createLog(config.logLevel);
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'An error that nothing caught; the instance stops');
    process.exitCode = 1;
    stopInOrder();
  });
  await using app = await createApp(config, { log, signal: stop.signal });
  process.stdout.write(banner(config, app.signIns, directory));
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
  log.info('Stopping');
}

try {
  const directory = process.cwd();
  await run(parseConfig(readVariables(directory), directory), directory);
} catch (error) {
  if (!stop.signal.aborted) reportFailure(error);
}
