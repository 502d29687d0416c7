import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

/** The places where Node would look for a dependency of the package at `path`, nearest first. */
function placesOf(path: string, dependency: string): string[] {
  const places = [`node_modules/${dependency}`];
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    places.unshift(`${at}/node_modules/${dependency}`);
  }
  return places;
}

// npm writes only what this machine could install where a registry or an old tree lacks the rest, and
// `npm ci` then refuses the lockfile everywhere.
it('lists the packages of every platform, so that npm ci takes the lockfile on each', async () => {
  const text = await readFile(resolve(import.meta.dirname, '../../../package-lock.json'), 'utf8');
  const { packages } = lockfile.parse(JSON.parse(text));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !placesOf(path, name).some((place) => packages[place]?.version !== undefined))
      .map((name) => `${name}, of ${path}`),
  );
  expect(missing).toEqual([]);
});
