import { readFileSync } from 'node:fs';
import { subset } from 'semver';
import { expect, it } from 'vitest';
import { z } from 'zod';

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      // Old packages list engines in an array, which npm ignores.
      engines: z.object({ node: z.string().optional() }).catch({}).default({}),
      optional: z.boolean().default(false),
    }),
  ),
});

it('documents no Node version for which npm ci would print an EBADENGINE warning', () => {
  const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
  const { packages } = lockfile.parse(JSON.parse(text));
  const documented = packages['']?.engines.node ?? expect.fail();
  const unsupported = Object.entries(packages).flatMap(([path, { engines, optional }]) =>
    // npm leaves out optional packages that do not fit, without a warning.
    optional || subset(documented, engines.node ?? '*') ? [] : [`${path} needs ${engines.node}`],
  );
  expect(unsupported).toEqual([]);
});
