/** What a screen of the web app will ask for, told before its first script has run. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * Start of a path -> the scripts that its screen needs besides the first one, and the request that
 * it begins with; $1 and $2 in that are the parts of the path behind the start.
 */
const preloadsSchema = z.record(z.string(), z.object({ scripts: z.array(z.string()), data: z.string() }));

/** What may stand in a Link header as it came. */
const PLAIN_PART = /^[\w.~%-]+$/;

/** The Link header for a path, so that a screen's scripts and data come beside the first script, not after it has run. */
export function preloader(root: string): (path: string) => string | undefined {
  const file = join(root, 'preloads.json');
  const preloads = existsSync(file) ? preloadsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const screens = Object.entries(preloads).map(([start, { scripts, data }]) => ({
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
