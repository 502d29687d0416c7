/** The rules between rooms (ARCHITECTURE.md) are lint's to enforce; this proves that lint does. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

const repository = resolve(import.meta.dirname, '../../..');
const server = 'apps/server/src';
const web = 'apps/web/src';

/** A file in the first place must not import the second. */
const FORBIDDEN: readonly (readonly [file: string, specifier: string])[] = [
  ['packages/contracts/src/x.ts', 'node:fs'],
  ['packages/contracts/src/x.ts', '../../../apps/server/src/app.ts'],
  [`${server}/config/x.ts`, '#platform/log/log.ts'],
  [`${server}/config/x.ts`, '#media/hub/hub.ts'],
  [`${server}/platform/http/x.ts`, '#features/identity/index.ts'],
  [`${server}/platform/http/x.ts`, '../../features/identity/index.ts'],
  [`${server}/platform/db/embedded/x.ts`, '#media/unit.ts'],
  [`${server}/platform/http/x.ts`, '../../app.ts'],
  [`${server}/media/hub/x.ts`, '#platform/log/log.ts'],
  [`${server}/media/hub/x.ts`, '../../platform/log/log.ts'],
  [`${server}/media/hub/x.ts`, '#config/config.ts'],
  [`${server}/media/core.ts`, '#features/live/index.ts'],
  [`${server}/media/delivery/x.ts`, 'fastify'],
  [`${server}/media/delivery/x.ts`, 'zod'],
  [`${server}/media/delivery/x.ts`, '@tributary/contracts'],
  [`${server}/media/hub/x.ts`, '../packager/packager.ts'],
  [`${server}/media/ingest/rtmp/x.ts`, '../../packager/packager.ts'],
  [`${server}/media/packager/x.ts`, '../ingest/rtmp/server.ts'],
  [`${server}/media/packager/x.ts`, '#media/ingest/rtmp/rtmp-server.ts'],
  [`${server}/features/identity/x.ts`, '#features/channels/index.ts'],
  [`${server}/features/identity/x.ts`, '../channels/index.ts'],
  [`${server}/features/identity/x.ts`, '#media/ports.ts'],
  [`${server}/features/channels/x.ts`, '#features/live/index.ts'],
  [`${server}/features/channels/x.ts`, '#features/identity/identity.repo.ts'],
  [`${server}/features/live/x.ts`, '#demo/index.ts'],
  [`${server}/features/live/x.ts`, '../channels/channels.repo.ts'],
  [`${server}/features/chat/x.ts`, '#features/money/index.ts'],
  [`${server}/features/chat/x.ts`, '#features/live/live.repo.ts'],
  [`${server}/features/chat/x.ts`, '#media/hub/hub.ts'],
  [`${server}/demo/content/x.ts`, '../../features/identity/identity.repo.ts'],
  [`${server}/demo/x.ts`, '../app.ts'],
  [`${web}/lib/x.ts`, '@/features/live/index.ts'],
  [`${web}/lib/x.ts`, '@/ui/button.tsx'],
  [`${web}/ui/x.tsx`, '@/features/live/index.ts'],
  [`${web}/ui/x.tsx`, '@/app/router.tsx'],
  [`${web}/features/live/x.tsx`, '@/features/identity/index.ts'],
  [`${web}/features/live/components/x.tsx`, '@/app/router.tsx'],
  [`${web}/features/live/engine/x.ts`, 'react'],
  [`${web}/features/live/engine/x.ts`, '@/features/identity/index.ts'],
];

const ALLOWED: readonly (readonly [file: string, specifier: string])[] = [
  ['packages/contracts/src/y.ts', 'zod'],
  [`${server}/config/y.ts`, '#media/settings.ts'],
  [`${server}/platform/http/y.ts`, '#config/config.ts'],
  [`${server}/platform/http/y.ts`, '@tributary/contracts'],
  [`${server}/media/packager/y.ts`, '../hub/sink.ts'],
  [`${server}/media/packager/y.ts`, '#media/unit.ts'],
  [`${server}/media/delivery/y.ts`, '../packager/presentation.ts'],
  [`${server}/features/channels/y.ts`, '#features/identity/index.ts'],
  [`${server}/features/channels/y.ts`, '#platform/db/index.ts'],
  [`${server}/features/live/y.ts`, '#features/channels/index.ts'],
  [`${server}/features/live/y.ts`, '#media/ports.ts'],
  [`${server}/features/chat/y.ts`, '#features/live/index.ts'],
  [`${server}/app.ts`, '#features/live/index.ts'],
  [`${web}/features/live/components/y.tsx`, '../engine/state.ts'],
  [`${web}/features/live/y.tsx`, '@/ui/button.tsx'],
  [`${web}/app/y.tsx`, '@/features/live/index.ts'],
];

const report = z.object({
  diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })),
});

/** The copy of the tree that lint sees: one file an import. */
let tree: string;
let complaints: { category: string; path: string }[];

/** Each import in a file of its own beside the one that it is about: `x.ts` becomes `x.3.ts`. */
const fileOf = (file: string, index: number) => file.replace(/\.(tsx?)$/, `.${index}.$1`);

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'tributary-walls-'));
  await copyFile(join(repository, 'biome.json'), join(tree, 'biome.json'));
  const files = [...FORBIDDEN, ...ALLOWED].map(([file, specifier], index): [string, string] => [
    fileOf(file, index),
    `import '${specifier}';\n`,
  ]);
  files.push([
    `${server}/platform/one.ts`,
    "import { two } from './two.ts';\nexport const one = () => two;\n",
  ]);
  files.push([
    `${server}/platform/two.ts`,
    "import { one } from './one.ts';\nexport const two = () => one;\n",
  ]);
  for (const [file, content] of files) {
    await mkdir(join(tree, dirname(file)), { recursive: true });
    await writeFile(join(tree, file), content);
  }
  complaints = await lint(tree);
});
afterAll(() => rm(tree, { recursive: true, force: true }));

async function lint(directory: string): Promise<typeof complaints> {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  const { promise, resolve: settle } = Promise.withResolvers<string>();
  const rules = ['--only=style/noRestrictedImports', '--only=suspicious/noImportCycles'];
  const args = [
    biome,
    'lint',
    '--vcs-enabled=false',
    '--max-diagnostics=none',
    '--reporter=json',
    ...rules,
    '.',
  ];
  // It exits with 1, since it has found what it should.
  execFile(process.execPath, args, { cwd: directory, maxBuffer: 16 * 1024 * 1024 }, (_error, stdout) =>
    settle(stdout),
  );
  const { diagnostics } = report.parse(JSON.parse(await promise));
  return diagnostics.map(({ category, location }) => ({ category, path: location.path }));
}

const complaintsAbout = (path: string) => complaints.filter((complaint) => complaint.path === path);

it.each(FORBIDDEN.map(([file, specifier], index) => ({ file, specifier, index })))(
  '$file does not import $specifier',
  ({ file, index }) => {
    expect(complaintsAbout(fileOf(file, index))).toEqual([
      { category: 'lint/style/noRestrictedImports', path: fileOf(file, index) },
    ]);
  },
);

it.each(ALLOWED.map(([file, specifier], index) => ({ file, specifier, index: FORBIDDEN.length + index })))(
  '$file may import $specifier',
  ({ file, index }) => {
    expect(complaintsAbout(fileOf(file, index))).toEqual([]);
  },
);

it('two files do not import each other', () => {
  const cycles = complaints.filter(({ category }) => category === 'lint/suspicious/noImportCycles');
  expect(cycles.map(({ path }) => path).sort()).toEqual([
    `${server}/platform/one.ts`,
    `${server}/platform/two.ts`,
  ]);
});
