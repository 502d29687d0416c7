/** Announces the scripts and data of a screen in the Link header, before its first script runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#config/config-error.ts';

/**
 * By the start of a path: the scripts that its screen needs besides the first one, and its first request.
 * The request's $1 and $2 are replaced by the path segments after the start.
 */
const preloadsSchema = z.record(z.string(), z.object({ scripts: z.array(z.string()), data: z.string() }));

/** A path segment that is safe in a Link header. */
const PLAIN_PART = /^[\w.~%-]+$/;

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
 * @param root directory of the built web app
 * @returns a function that gives the Link header for a path
 * @throws ConfigError when the web app was built by another version
 */
export function preloader(root: string): (path: string) => string | undefined {
  const screens = Object.entries(readPreloads(root)).map(([start, { scripts, data }]) => ({
    start,
    data,
    scripts: scripts.map((script) => `<${script}>; rel=modulepreload`),
  }));
  return (path) => {
    const screen = screens.find(({ start }) => path.startsWith(start));
    if (screen === undefined) return undefined;
    const parts = path.slice(screen.start.length).split('/');
    const data = screen.data.replace(/\$(\d)/g, (_, index: string) => parts[Number(index) - 1] ?? '');
    const dataLinks = parts.every((part) => PLAIN_PART.test(part))
      ? [`<${data}>; rel=preload; as=fetch; crossorigin`]
      : [];
    return [...dataLinks, ...screen.scripts].join(', ');
  };
}
