/** `npm run mirror`: runs a mirror until its stream ends, or until Ctrl-C. */
import { startMirror } from './mirror.ts';
import { parseMirrorOptions } from './mirror-options.ts';
import { MirrorStop } from './mirror-stop.ts';

const say = (message: string) => process.stdout.write(`${message}\n`);

async function main(): Promise<void> {
  const options = parseMirrorOptions(process.argv.slice(2));
  const mirror = await startMirror(options, { log: say });
  say(
    `The mirror of ${options.username} serves http://localhost:${mirror.port}/index.m3u8. Ctrl-C stops it.`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void mirror.close());
  await mirror.stopped.catch((error: unknown) => {
    if (!(error instanceof MirrorStop)) throw error;
    say(error.message);
  });
  await mirror.close();
}

try {
  await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
// Connections of libdatachannel keep the process alive.
process.exit();
