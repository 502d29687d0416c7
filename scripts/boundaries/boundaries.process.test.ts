import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkBoundaries } from './check.ts';

const server = 'apps/server/src';
const web = 'apps/web/src';

const violationsIn = (path: string, text: string) => checkBoundaries([{ path, text }]);
const importing = (specifier: string) => `import '${specifier}';`;

describe('every kind of import is read', () => {
  const repository = '../follows/follows.repo.ts';

  it.each([
    ['an import', `import { findFollowers } from '${repository}';`],
    ['an import for its effects', `import '${repository}';`],
    ['an import of a namespace', `import * as follows from '${repository}';`],
    ['a type-only import', `import type { Follower } from '${repository}';`],
    ['an import of a single type', `import { type Follower } from '${repository}';`],
    ['an import over several lines', `import {\n  findFollowers,\n} from\n  '${repository}';`],
    ['an alias', "import { findFollowers } from '#features/follows/follows.repo.ts';"],
    ['a path from further up', "import { findFollowers } from '../../features/follows/follows.repo.ts';"],
    ['a re-export', `export { findFollowers } from '${repository}';`],
    ['a type-only re-export', `export type { Follower } from '${repository}';`],
    ['a re-export of everything', `export * from '${repository}';`],
    ['a re-export as a namespace', `export * as follows from '${repository}';`],
    ['a dynamic import', `const follows = await import('${repository}');`],
    ['a dynamic import of a template', `const follows = await import(\`${repository}\`);`],
    ['a dynamic import within a function', `const load = () => import('${repository}').then((m) => m.find);`],
    ['an import type', `type Follower = import('${repository}').Follower;`],
    ['the type of an import', `let follows: typeof import('${repository}');`],
    ['an import assignment', `import follows = require('${repository}');`],
    ['a CommonJS require', `const follows = require('${repository}');`],
    ['a module to resolve', `const path = import.meta.resolve('${repository}');`],
    ['a worker', `new Worker(new URL('${repository}', import.meta.url));`],
    ['the program of a child process', `fork(join(import.meta.dirname, '${repository}'));`],
    ['a mock', `vi.mock('${repository}', () => ({}));`],
    ['the original of a mock', `await vi.importActual('${repository}');`],
  ])('%s of a file beyond a boundary is reported', (_kind, text) => {
    expect(violationsIn(`${server}/features/donations/x.ts`, text)).toEqual([
      expect.stringMatching(
        /^apps\/server\/src\/features\/donations\/x\.ts:\d+: features\/donations -> features\/follows\/follows\.repo\.ts: it may import /,
      ),
    ]);
  });

  it('names the line of the import', () => {
    const text = `// ü\n\nimport { z } from 'zod';\nimport {\n  findFollowers,\n} from '${repository}';\n`;
    expect(violationsIn(`${server}/features/donations/x.ts`, text)[0]).toMatch(/x\.ts:6: /);
  });

  it('reads TSX', () => {
    const text = "export const X = () => <p>{import('@/features/payments/index.ts').then(String)}</p>;";
    expect(violationsIn(`${web}/features/live/x.tsx`, text)).toHaveLength(1);
  });

  it('ignores comments, strings and files that hold no code', () => {
    const text = `
      // import '${repository}';
      const text = "import '${repository}'";
      import './x.css';
      import data from './x.json' with { type: 'json' };
      new URL('../../../migrations', import.meta.url);
    `;
    expect(violationsIn(`${server}/features/donations/x.ts`, text)).toEqual([]);
  });

  it('does not pass over a file that does not parse', () => {
    expect(() => violationsIn(`${server}/features/donations/x.ts`, 'import {')).toThrow(
      'x.ts does not parse',
    );
  });
});

it.each([
  ['packages/contracts/src/live/x.ts', 'node:fs'],
  ['packages/contracts/src/live/x.ts', 'fastify'],
  ['packages/swarm/src/x.ts', 'node:fs'],
  ['packages/swarm/src/x.ts', 'zod'],
  ['packages/swarm/src/x.ts', '../simulation/random.ts'],
  ['apps/web/src/features/live/engine/x.ts', '../../../../../../packages/swarm/simulation/random.ts'],
  ['packages/demo-content/src/x.ts', 'kysely'],
  ['packages/demo-content/src/x.ts', '../../../apps/server/src/platform/errors.ts'],
  ['apps/server/src/features/live/x.ts', '@tributary/demo-content/people'],
  ['packages/contracts/src/live/x.ts', '@tributary/contracts/chat'],
  ['apps/server/src/features/channels/x.ts', '@tributary/contracts/live'],
  ['apps/server/src/features/chat/x.ts', '@tributary/contracts/all'],
  ['apps/web/src/features/chat/x.ts', '@tributary/contracts/all'],
  ['packages/contracts/src/live/x.ts', '../../../../apps/server/src/app.ts'],
  ['packages/contracts/src/channels/x.ts', '../live/streams.ts'],
  ['packages/contracts/src/shared/x.ts', '../identity/users.ts'],
  ['packages/contracts/src/realtime/x.ts', '../live/streams.ts'],
  [`${server}/config/x.ts`, '#platform/log/log.ts'],
  [`${server}/config/x.ts`, '#media/hub/hub.ts'],
  [`${server}/config/x.ts`, '../media/hub/hub.ts'],
  [`${server}/platform/http/x.ts`, '#features/identity/index.ts'],
  [`${server}/platform/http/x.ts`, '../../features/identity/index.ts'],
  [`${server}/platform/db/embedded/x.ts`, '#media/unit.ts'],
  [`${server}/platform/http/x.ts`, '../../app.ts'],
  [`${server}/platform/x.ts`, '#demo/index.ts'],
  [`${server}/platform/db/x.ts`, 'fastify'],
  [`${server}/media/hub/x.ts`, '#platform/log/log.ts'],
  [`${server}/media/hub/x.ts`, '../../platform/log/log.ts'],
  [`${server}/media/hub/x.ts`, '#config/config.ts'],
  [`${server}/media/core.ts`, '#features/live/index.ts'],
  [`${server}/media/hub/x.ts`, '../packager/packager.ts'],
  [`${server}/media/codecs/x.ts`, '../ingest/rtmp/rtmp-server.ts'],
  [`${server}/media/reader.ts`, './delivery/index.ts'],
  [`${server}/media/delivery/x.ts`, 'fastify'],
  [`${server}/media/delivery/x.ts`, 'zod'],
  [`${server}/media/delivery/x.ts`, '@tributary/contracts/shared'],
  [`${server}/media/delivery/x.ts`, '../ingest/rtmp/rtmp-server.ts'],
  [`${server}/media/delivery/x.ts`, '../packager/packager.ts'],
  [`${server}/media/ingest/rtmp/x.ts`, '../../packager/packager.ts'],
  [`${server}/media/packager/x.ts`, '../ingest/rtmp/rtmp-server.ts'],
  [`${server}/media/packager/x.ts`, '#media/delivery/index.ts'],
  [`${server}/features/identity/x.ts`, '#features/channels/index.ts'],
  [`${server}/features/identity/x.ts`, '../channels/index.ts'],
  [`${server}/features/identity/x.ts`, '#media/ports.ts'],
  [`${server}/features/channels/x.ts`, '#features/live/index.ts'],
  [`${server}/features/channels/x.ts`, '#features/identity/users/users.repo.ts'],
  [`${server}/features/payments/x.ts`, '#features/payouts/index.ts'],
  [`${server}/features/memberships/x.ts`, '#features/donations/index.ts'],
  [`${server}/features/payouts/x.ts`, '#features/payments/ledger/ledger.repo.ts'],
  [`${server}/features/live/x.ts`, '#demo/index.ts'],
  [`${server}/features/live/x.ts`, '../channels/channels.repo.ts'],
  [`${server}/features/live/x.ts`, '../../app.ts'],
  [`${server}/features/live/x.ts`, '#config/config.ts'],
  [`${server}/features/notifications/x.ts`, '../identity/identity.repo.ts'],
  [`${server}/features/notifications/push/x.ts`, '../../identity/identity.repo.ts'],
  [`${server}/features/chat/x.ts`, '#features/live/live.repo.ts'],
  [`${server}/features/chat/x.ts`, '#media/hub/hub.ts'],
  [`${server}/features/live/x.ts`, '#media/hub/hub.ts'],
  [`${server}/features/live/x.ts`, '#media/packager/packager.ts'],
  [`${server}/features/live/live.repo.ts`, './live.service.ts'],
  [`${server}/features/live/live.service.ts`, './live.routes.ts'],
  [`${server}/features/live/live.service.ts`, './index.ts'],
  [`${server}/features/live/live.errors.ts`, './live.repo.ts'],
  [`${server}/features/live/slug.ts`, './live.topics.ts'],
  [`${server}/features/donations/donations.repo.ts`, './donations.service.ts'],
  [`${server}/features/live/live.service.ts`, 'kysely'],
  [`${server}/features/live/live.service.ts`, 'pg'],
  [`${server}/features/live/live.service.ts`, 'fastify'],
  [`${server}/features/live/live.service.ts`, '@fastify/static'],
  [`${server}/features/live/live.service.ts`, '#platform/http/index.ts'],
  [`${server}/features/live/live.service.ts`, 'ioredis'],
  [`${server}/demo/content/x.ts`, '../../features/identity/identity.repo.ts'],
  [`${server}/demo/x.ts`, '../app.ts'],
  [`${server}/features/live/x.ts`, '../../../test/support/database.ts'],
  [`${server}/media/hub/x.ts`, '../../../../../e2e/lib/sample.ts'],
  [`${server}/features/live/x.ts`, 'vitest'],
  [`${server}/features/live/x.ts`, '../../../../web/src/lib/api/client.ts'],
  [`${server}/features/live/x.ts`, '../../../../../elsewhere.ts'],
  [`${web}/lib/x.ts`, '@/features/live/index.ts'],
  [`${web}/lib/x.ts`, '@/ui/button.tsx'],
  [`${web}/lib/x.ts`, '../ui/button.tsx'],
  [`${web}/lib/x.ts`, 'node:fs'],
  [`${web}/ui/x.tsx`, '@/features/live/index.ts'],
  [`${web}/ui/x.tsx`, '@/app/router.tsx'],
  [`${web}/features/live/x.tsx`, '@/features/identity/index.ts'],
  [`${web}/features/live/x.tsx`, '../follows/index.ts'],
  [`${web}/features/events/x.tsx`, '@/features/payouts/index.ts'],
  [`${web}/features/events/x.tsx`, '@/features/payments/checkout/order-form.tsx'],
  [`${web}/features/payments/x.tsx`, '@/features/events/index.ts'],
  [`${web}/features/live/components/x.tsx`, '../../follows/api/use-follows.ts'],
  [`${web}/features/live/components/x.tsx`, '@/app/router.tsx'],
  [`${web}/features/live/x.ts`, '../../../../server/src/features/live/index.ts'],
  [`${web}/features/live/engine/x.ts`, 'react'],
  [`${web}/features/live/engine/x.ts`, '@tanstack/react-query'],
  [`${web}/features/live/engine/x.ts`, '../components/player.tsx'],
  [`${web}/features/live/engine/x.ts`, '@/ui/button.tsx'],
  [`${web}/app/x.tsx`, '@/features/live/components/player.tsx'],
  ['apps/web/service-worker/x.ts', '../src/lib/api/client.ts'],
  ['e2e/x.spec.ts', '../apps/server/src/app.ts'],
  ['scripts/x.ts', '../apps/server/src/app.ts'],
])('%s may not import %s', (path, specifier) => {
  expect(violationsIn(path, importing(specifier))).toEqual([expect.stringContaining(`${path}:1: `)]);
});

it.each([
  ['packages/contracts/src/live/x.ts', 'zod'],
  ['packages/contracts/src/live/x.ts', '../shared/endpoint.ts'],
  ['packages/contracts/src/live/x.ts', '../channels/channels.ts'],
  ['packages/contracts/src/all.ts', './live/index.ts'],
  ['packages/swarm/simulation/x.ts', '../src/clock.ts'],
  ['bench/swarm-simulation/x.ts', '../../packages/swarm/simulation/random.ts'],
  [`${server}/config/x.ts`, '#media/settings.ts'],
  [`${server}/platform/http/x.ts`, '#config/config.ts'],
  [`${server}/platform/http/x.ts`, '@tributary/contracts/shared'],
  [`${server}/platform/http/x.ts`, 'fastify'],
  [`${server}/platform/x.ts`, '#platform/db/index.ts'],
  [`${server}/media/core.ts`, './packager/packager.ts'],
  [`${server}/media/packager/x.ts`, '../hub/hub.ts'],
  [`${server}/media/packager/x.ts`, '#media/unit.ts'],
  [`${server}/media/delivery/x.ts`, '../presentation/presentation.ts'],
  [`${server}/features/channels/x.ts`, '#features/identity/index.ts'],
  [`${server}/features/channels/x.ts`, '#platform/db/index.ts'],
  [`${server}/features/live/x.ts`, '#features/channels/index.ts'],
  [`${server}/features/live/x.ts`, '#media/ports.ts'],
  [`${server}/features/live/index.ts`, './live.routes.ts'],
  [`${server}/features/live/live.routes.ts`, './live.service.ts'],
  [`${server}/features/live/live.service.ts`, './live.repo.ts'],
  [`${server}/features/live/live.service.ts`, './slug.ts'],
  [`${server}/features/live/live.repo.ts`, 'kysely'],
  [`${server}/features/live/live.routes.ts`, 'fastify'],
  [`${server}/features/live/live.routes.ts`, '#platform/http/index.ts'],
  [`${server}/features/live/live.db.test.ts`, '../../../test/support/database.ts'],
  [`${server}/features/live/live.db.test.ts`, 'vitest'],
  // A feature that FEATURES does not list comes last.
  [`${server}/features/chat/x.ts`, '#features/payments/index.ts'],
  [`${server}/app.ts`, '#features/live/index.ts'],
  [`${server}/app.ts`, '#demo/index.ts'],
  [`${web}/features/live/components/x.tsx`, '../engine/state.ts'],
  [`${web}/features/events/x.tsx`, '@/features/payments/index.ts'],
  [`${web}/features/live/x.tsx`, '@/ui/button.tsx'],
  [`${web}/app/x.tsx`, '@/features/live/index.ts'],
  ['e2e/x.spec.ts', './lib/instance.ts'],
  ['bench/reads/x.ts', '../../apps/server/src/app.ts'],
])('%s may import %s', (path, specifier) => {
  expect(violationsIn(path, importing(specifier))).toEqual([]);
});

it('asks for a room for a file that has none', () => {
  expect(violationsIn('elsewhere/x.ts', '')).toEqual([
    'elsewhere/x.ts belongs to no room of scripts/boundaries/rooms.ts',
  ]);
});

describe('the order of subjects inside a feature', () => {
  it.each([
    ['playback/x.ts', '../streams/slug.ts'],
    ['streamer-lock.repo.ts', './streams/slug.ts'],
    ['live.events.ts', './streams/slug.ts'],
    ['streams/x.ts', '../x.ts'],
    ['lifecycle/x.service.ts', '#features/live/viewers/viewers.ts'],
  ])('does not let live/%s import %s of a later subject', (file, specifier) => {
    for (const text of [importing(specifier), `import type { X } from '${specifier}';`]) {
      expect(violationsIn(`${server}/features/live/${file}`, text)).toEqual([
        expect.stringMatching(/: a file of its subject may import /),
      ]);
    }
  });

  it.each([
    ['streams/x.ts', '../playback/gates.ts'],
    ['streams/x.ts', './y.ts'],
    ['streams/x.repo.ts', '../streamer-lock.repo.ts'],
    ['playback/x.ts', '../live.events.ts'],
    ['x.ts', './viewers/viewers.ts'],
    ['playback/x.test.ts', '../viewers/viewers.ts'],
  ])('lets live/%s import %s', (file, specifier) => {
    expect(violationsIn(`${server}/features/live/${file}`, importing(specifier))).toEqual([]);
  });

  it.each([
    ['identity', 'users/x.ts', '../sessions/sessions.repo.ts'],
    ['recordings', 'files/x.ts', '../recorder/recorder.service.ts'],
    ['payments', 'ledger/x.ts', '../providers/provider.ts'],
    ['payouts', 'accounts/x.ts', '../openings/payout-openings.service.ts'],
    ['events', 'events.repo.ts', './tickets/tickets.repo.ts'],
    ['memberships', 'tiers/x.ts', '../subscriptions/subscriptions.repo.ts'],
    ['chat', 'members/x.ts', '../messages/messages.repo.ts'],
  ])('does not let %s/%s import %s', (feature, file, specifier) => {
    expect(violationsIn(`${server}/features/${feature}/${file}`, importing(specifier))).toHaveLength(1);
  });

  it('has a place for each folder', () => {
    expect(violationsIn(`${server}/features/live/elsewhere/x.ts`, importing('../playback/gates.ts'))).toEqual(
      [expect.stringContaining('features/live/elsewhere/x.ts has no place in SUBJECTS')],
    );
  });
});

describe('a file without a role', () => {
  const source = (file: string, specifier: string) => ({
    path: `${server}/features/live/${file}`,
    text: importing(specifier),
  });
  const steps = [source('slug.ts', './words.ts'), source('words.ts', './live.service.ts')];

  it('may not lead a repository to a service', () => {
    expect(checkBoundaries([source('live.repo.ts', './slug.ts'), ...steps])).toEqual([
      'apps/server/src/features/live/live.repo.ts:1: features/live -> features/live/slug.ts: it leads to features/live/live.service.ts',
    ]);
  });

  it('may lead routes to a service, and a repository to a table', () => {
    const tables = [source('slug.ts', './words.ts'), source('words.ts', './live.tables.ts')];
    expect(checkBoundaries([source('live.routes.ts', './slug.ts'), ...steps])).toEqual([]);
    expect(checkBoundaries([source('live.repo.ts', './slug.ts'), ...tables])).toEqual([]);
  });
});

describe('cycles between rooms', () => {
  const source = (path: string, ...specifiers: string[]) => ({
    path: `${server}/platform/${path}`,
    text: specifiers.map(importing).join('\n'),
  });

  it('are reported with an import for each step, however many files they lead through', () => {
    expect(
      checkBoundaries([
        source('db/a.ts', '../log/log.ts'),
        source('log/log.ts'),
        source('log/b.ts', '#platform/mail/c.ts', '#platform/http/d.ts'),
        source('mail/c.ts', '../db/a.ts'),
        source('http/d.ts', '../db/a.ts'),
      ]),
    ).toEqual([
      'Cycle between rooms: platform/db -> platform/log (apps/server/src/platform/db/a.ts:1), ' +
        'platform/log -> platform/mail (apps/server/src/platform/log/b.ts:1), ' +
        'platform/mail -> platform/db (apps/server/src/platform/mail/c.ts:1)',
      'Cycle between rooms: platform/http -> platform/db (apps/server/src/platform/http/d.ts:1), ' +
        'platform/db -> platform/log (apps/server/src/platform/db/a.ts:1), ' +
        'platform/log -> platform/http (apps/server/src/platform/log/b.ts:2)',
    ]);
  });

  it('are not made by tests, nor by files of one room', () => {
    expect(
      checkBoundaries([
        source('db/a.ts', './b.ts'),
        source('db/b.ts', './a.ts'),
        source('db/a.test.ts', '../log/log.ts'),
        source('log/log.ts', '../db/a.ts'),
      ]),
    ).toEqual([]);
  });
});

it('leaves cycles within a room to lint, which reports them', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tributary-cycles-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await copyFile(resolve(import.meta.dirname, '../../biome.json'), join(directory, 'biome.json'));
  await writeFile(
    join(directory, 'one.ts'),
    "import { two } from './two.ts';\nexport const one = () => two;\n",
  );
  await writeFile(
    join(directory, 'two.ts'),
    "import { one } from './one.ts';\nexport const two = () => one;\n",
  );

  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  const args = ['lint', '--vcs-enabled=false', '--only=suspicious/noImportCycles', '.'];
  const { promise, resolve: settle } = Promise.withResolvers<string>();
  // Biome exits with 1 because it reports the cycle.
  execFile(process.execPath, [biome, ...args], { cwd: directory }, (_error, stdout, stderr) =>
    settle(stdout + stderr),
  );
  const report = await promise;
  expect(report).toContain('one.ts:1:21 lint/suspicious/noImportCycles');
  expect(report).toContain('two.ts:1:21 lint/suspicious/noImportCycles');
});
