import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      inBundle: z.boolean().default(false),
      link: z.boolean().default(false),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

/** The directories where Node looks for a dependency of the package at `path`, nearest first. */
function placesOf(path: string, dependency: string): string[] {
  const places = [`node_modules/${dependency}`];
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    places.unshift(`${at}/node_modules/${dependency}`);
  }
  return places;
}

const readLockfile = async () => {
  const text = await readFile(resolve(import.meta.dirname, '../../../../package-lock.json'), 'utf8');
  return lockfile.parse(JSON.parse(text)).packages;
};

// A bundled dependency is part of its parent's archive, so that the parent's hash covers it.
it('has a hash of every package, whatever the platform it is for', async () => {
  const entries = Object.entries(await readLockfile());
  const missing = entries
    .filter(([path, { link, inBundle }]) => path.startsWith('node_modules/') && !link && !inBundle)
    .filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))
    .map(([path]) => path);
  expect(missing).toEqual([]);
});

// npm may leave out packages for other platforms, and then `npm ci` refuses the lockfile on them.
it('lists the packages of every platform, so that npm ci accepts the lockfile on each', async () => {
  const packages = await readLockfile();
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !placesOf(path, name).some((place) => packages[place]?.version !== undefined))
      .map((name) => `${name}, of ${path}`),
  );
  expect(missing).toEqual([]);
});
