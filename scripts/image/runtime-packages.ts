/**
 * The packages that the image needs: those that the server's child processes import, since they run from the sources; those
 * with native code; and those whose files are read. The main program's other packages are part of its build.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { z } from 'zod';
import { NATIVE, WITH_FILES } from '../../apps/server/packages.ts';
import { filesUnder } from '../build-stamp.ts';

const ROOT = join(import.meta.dirname, '../..');

const manifest = z.looseObject({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

/** @returns folders relative to the repository, such as `node_modules/zod` */
export async function runtimePackages(): Promise<string[]> {
  const found = new Set<string>();
  for (const name of WITH_FILES) await addWithDependencies(name, '', found);
  const bundle = await rolldown({ input: await workerEntries(), platform: 'node', external: [...NATIVE] });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  const imported = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  for (const id of imported) {
    const folder = packageFolder(relative(ROOT, id));
    if (folder !== null) found.add(folder);
  }
  return [...found].sort();
}

/** The modules that sources name as the entry of a process or a thread. */
async function workerEntries(): Promise<string[]> {
  const entries: string[] = [];
  for (const file of await filesUnder(join(ROOT, 'apps/server/src'))) {
    const text = await readFile(file, 'utf8');
    for (const [, path = ''] of text.matchAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g))
      entries.push(join(file, '..', path));
  }
  return entries;
}

/** Adds a package as Node finds it from the package at `from`, if it is installed on this platform. */
async function addWithDependencies(name: string, from: string, found: Set<string>): Promise<void> {
  const folder = placesOf(from, name).find((place) => existsSync(join(ROOT, place)));
  if (folder === undefined || found.has(folder)) return;
  found.add(folder);
  const { dependencies, optionalDependencies } = manifest.parse(
    JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8')),
  );
  for (const dependency of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)])
    await addWithDependencies(dependency, folder, found);
}

function placesOf(from: string, name: string): string[] {
  const nested = from === '' ? ['apps/server'] : [from];
  return [...nested.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
}

/** The package of a module, also one that is nested below another package. */
function packageFolder(path: string): string | null {
  const parts = path.split(sep);
  const at = parts.lastIndexOf('node_modules');
  if (at === -1) return null;
  const length = parts[at + 1]?.startsWith('@') ? 3 : 2;
  return parts.slice(0, at + length).join('/');
}
