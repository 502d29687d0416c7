/** Reads the configuration, runs the app, and stops it on a signal. */
import { once } from 'node:events';
import { type Config, parseConfig, readVariables } from '#config/config.ts';
import { ConfigError } from '#platform/config-error.ts';
import { isUnwritable } from '#platform/errors.ts';
import { createLog } from '#platform/log/log.ts';
import { createApp } from './app.ts';
import { banner } from './banner.ts';

/** After this time the process exits, even if a part of the shutdown hangs. */
const SHUTDOWN_TIMEOUT_MS = 20_000;

/** Ctrl-C under npm arrives twice, from the terminal and from npm: two signals within this time count as one. */
const SAME_SIGNAL_MS = 1_000;

const DISK_UNWRITABLE =
  'The disk of DATA_DIR, or of the database, is full or not writable. Free some space or repair it, then start again.';

const stop = new AbortController();
let firstSignalAt = 0;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!stop.signal.aborted) {
      firstSignalAt = performance.now();
      shutDown();
    } else if (performance.now() - firstSignalAt > SAME_SIGNAL_MS) {
      // A second signal exits immediately; the embedded database's watchdog still shuts it down cleanly.
      process.exit(1);
    }
  });
}

function shutDown(): void {
  stop.abort();
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
}

// Writing to a closed terminal fails, which must not interrupt the shutdown.
process.stdout.on('error', () => undefined);

/** Prints one line for an error that the operator can fix, and the stack of any other. */
function reportFailure(error: unknown): void {
  process.exitCode = 1;
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else if (isUnwritable(error)) process.stderr.write(`${DISK_UNWRITABLE}\n`);
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
}

async function run(config: Config, directory: string): Promise<void> {
  const log = createLog(config.logLevel, process.stdout, config.logFormat ?? undefined);
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'Uncaught error; shutting down');
    process.exitCode = 1;
    shutDown();
  });
  await using app = await createApp(config, { log, signal: stop.signal });
  process.stdout.write(banner(config, app, directory));
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
  log.info('Shutting down');
}

try {
  const directory = process.cwd();
  await run(parseConfig(readVariables(directory), directory), directory);
} catch (error) {
  if (!stop.signal.aborted) reportFailure(error);
}
