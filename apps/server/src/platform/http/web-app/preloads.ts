/** What a screen of the web app will ask for, told before its first script has run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#config/config-error.ts';

/**
 * Start of a path -> the scripts that its screen needs besides the first one, and the request that
 * it begins with; $1 and $2 in that are the parts of the path behind the start.
 */
const preloadsSchema = z.record(z.string(), z.object({ scripts: z.array(z.string()), data: z.string() }));

/** What may stand in a Link header as it came. */
const PLAIN_PART = /^[\w.~%-]+$/;

function readPreloads(root: string): z.infer<typeof preloadsSchema> {
  try {
    return preloadsSchema.parse(JSON.parse(readFileSync(join(root, 'preloads.json'), 'utf8')));
  } catch (cause) {
    throw new ConfigError(
      'The web app was built by another version of the program: run `npm run build`, then start again.',
      { cause },
    );
  }
}

/**
 * The Link header for a path, so that a screen's scripts and data come beside the first script, not after
 * it has run.
 * @param root of a web app that has been built
 * @throws ConfigError where that was another version's
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
    const asked = parts.every((part) => PLAIN_PART.test(part))
      ? [`<${data}>; rel=preload; as=fetch; crossorigin`]
      : [];
    return [...asked, ...screen.scripts].join(', ');
  };
}
