/** Announces the scripts of a screen in the Link header, before its first script runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#platform/config-error.ts';

/** The scripts that a screen needs besides the first one, by the start of its path. */
const preloadsSchema = z.record(z.string(), z.array(z.string()));

function readPreloads(root: string): z.infer<typeof preloadsSchema> {
  try {
    return preloadsSchema.parse(JSON.parse(readFileSync(join(root, 'preloads.json'), 'utf8')));
  } catch (cause) {
    throw new ConfigError(
      'The web app was built by another version. Run `npm run build`, then start again.',
      { cause },
    );
  }
}

/**
 * @param root the directory of the built web app
 * @returns a function that gives the Link header for a path
 * @throws ConfigError when the web app was built by another version
 */
export function preloader(root: string): (path: string) => string | undefined {
  const screens = Object.entries(readPreloads(root)).map(([start, scripts]) => ({
    start,
    link: scripts.map((script) => `<${script}>; rel=modulepreload`).join(', '),
  }));
  return (path) => screens.find(({ start }) => path.startsWith(start))?.link;
}
