import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../src');

/** Names of Tailwind's own scales of sizes and radii; a class with a name that the tokens lack has no effect. */
const SCALE = /(?<![\w-])(text|rounded(?:-[trblse]{1,2})?|shadow)-(xs|sm|base|md|lg|\d?xl)(?![\w-])/g;

it('uses sizes, radii and shadows of the design tokens only, since other names style nothing', async () => {
  const tokens = await readFile(join(SRC, 'styles/tokens.css'), 'utf8');
  const known = new Set(
    [...tokens.matchAll(/--(text|radius|shadow)-(\w+):/g)].map(([, kind, name]) => `${kind} ${name}`),
  );
  expect(known).toContain('text lg');
  const unknown: string[] = [];
  for (const file of (await readdir(SRC, { recursive: true })).filter((name) => name.endsWith('.tsx'))) {
    for (const [name, kind = '', size] of (await readFile(join(SRC, file), 'utf8')).matchAll(SCALE))
      if (!known.has(`${kind.replace(/^rounded.*/, 'radius')} ${size}`)) unknown.push(`${file}: ${name}`);
  }
  expect(unknown).toEqual([]);
});
