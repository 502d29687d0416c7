/** The licenses of the packages that an installation contains, as one text. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().default(''),
      license: z.string().default(''),
      link: z.boolean().default(false),
      dependencies: z.record(z.string(), z.string()).default({}),
      devDependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});
type Packages = z.infer<typeof lockfile>['packages'];

/** The packages of the web app that build it, and are not part of what browsers load. */
const BUILDERS = /^(?:vite|@vitejs\/.*|@tailwindcss\/vite|@types\/.*|ws)$/;

/** Data in the repository that was taken from elsewhere, with its license file. */
const COPIED: readonly Notice[] = [
  {
    name: 'Unicode CLDR',
    version: '48.2.0',
    license: 'Unicode-3.0',
    folder: 'apps/web/src/features/chat/emoji/names',
  },
];

export interface Notice {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, as the package states it. */
  readonly license: string;
  /** Relative to the repository. */
  readonly folder: string;
}

/**
 * The packages of the server and the web app that are installed here, with all that they depend on, and copied data, by
 * folder.
 */
export async function readNotices(): Promise<Notice[]> {
  const { packages } = lockfile.parse(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')));
  const found = new Map(COPIED.map((notice) => [notice.folder, notice]));
  const { dependencies = {}, optionalDependencies = {} } = packages['apps/server'] ?? {};
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
    add(packages, name, 'apps/server', found);
  for (const name of Object.keys(packages['apps/web']?.devDependencies ?? {}))
    if (!BUILDERS.test(name)) add(packages, name, 'apps/web', found);
  return [...found.values()].sort((one, other) => one.folder.localeCompare(other.folder, 'en'));
}

function add(packages: Packages, name: string, from: string, found: Map<string, Notice>): void {
  const folder = [`${from}/node_modules/${name}`, `node_modules/${name}`].find((place) => place in packages);
  // Packages for other platforms are in the lock file and are not installed.
  if (folder === undefined || found.has(folder) || !existsSync(join(ROOT, folder))) return;
  const entry = packages[folder];
  if (entry === undefined || entry.link) return;
  const { version, license, dependencies, optionalDependencies } = entry;
  found.set(folder, { name, version, license, folder });
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies }))
    add(packages, dependency, folder, found);
}

/** The list of all packages, and below it the text of each license file. */
export async function writeNotices(notices: readonly Notice[]): Promise<string> {
  const list = notices.map(({ name, version, license }) => `${name} ${version}: ${license}`);
  const texts: string[] = [];
  for (const { name, version, folder } of notices) {
    const files = (await readdir(join(ROOT, folder))).filter((file) =>
      /licen[cs]e|notice|copying/i.test(file),
    );
    for (const file of files) {
      const text = await readFile(join(ROOT, folder, file), 'utf8').catch(() => null);
      if (text !== null) texts.push(`${'='.repeat(80)}\n${name} ${version}: ${file}\n\n${text.trim()}\n`);
    }
  }
  return `Packages in this installation of Tributary\n\n${list.join('\n')}\n\n${texts.join('\n')}`;
}
