/**
 * Adds optional dependencies for other platforms to package-lock.json. npm leaves them out where the
 * registry or an existing node_modules lacks them, and `npm ci` then rejects the lockfile.
 * Run it after `npm install` where `apps/server/test/lockfile.test.ts` fails.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const FILE = 'package-lock.json';
const OS = [
  'android',
  'darwin',
  'freebsd',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
  'win32',
  'linux',
  'openharmony',
];
const CPU = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'wasm32', 'loong64'];
/** Names in package names that differ from npm's platform names. */
const SYNONYMS: Readonly<Record<string, string>> = {
  windows: 'win32',
  armv7: 'arm',
  armhf: 'arm',
  gnueabihf: 'gnu',
  musleabihf: 'musl',
  i686: 'ia32',
  ppc64le: 'ppc64',
};

// Records keep the order of keys, so that nothing else in the file changes.
const anything = z.record(z.string(), z.unknown());
const ranges = z.record(z.string(), z.string()).default({});

/** The paths at which Node looks for a dependency of the package at `path`, nearest first. */
function lookupPathsOf(path: string, name: string): string[] {
  const parents = path
    .split('/node_modules/')
    .map((_, i, parts) => parts.slice(0, i + 1).join('/node_modules/'));
  return [...parents.reverse().map((parent) => `${parent}/node_modules/${name}`), `node_modules/${name}`];
}

function platformOf(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } {
  const words = name
    .toLowerCase()
    .split(/[-/.@_]/)
    .map((word) => SYNONYMS[word] ?? word);
  const os = OS.filter((one) => words.includes(one));
  const cpu = CPU.filter((one) => words.includes(one));
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : [];
  return {
    ...(os.length > 0 && { os }),
    ...(cpu.length > 0 && { cpu }),
    ...(os.includes('linux') && libc.length > 0 && { libc }),
  };
}

const top = anything.parse(JSON.parse(readFileSync(FILE, 'utf8')));
const packages = z.record(z.string(), anything).parse(top.packages);
const added: Record<string, object> = {};
for (const [path, parent] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(ranges.parse(parent.optionalDependencies))) {
    if (lookupPathsOf(path, name).some((lookup) => lookup in packages)) continue;
    const flags = {
      ...(parent.dev === true && { dev: true }),
      ...(parent.devOptional === true && { devOptional: true }),
    };
    added[`node_modules/${name}`] = {
      version: range.replace(/^[\^~=]+/, ''),
      ...flags,
      optional: true,
      ...platformOf(name),
    };
  }
}
if (Object.keys(added).length > 0) {
  const sorted = Object.entries({ ...packages, ...added }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify({ ...top, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}
process.stdout.write(`Added: ${Object.keys(added).join(', ') || 'nothing, the lockfile was complete'}\n`);
