import { describe, expect, it } from 'vitest';
import { checkTableOwners } from './table-owners.ts';
import { tablesOf } from './tables.ts';

const server = 'apps/server/src';

const declaring = (path: string, table: string) => ({
  path: `${server}/${path}`,
  text: `declare module '#platform/db/schema.ts' { interface Schema { ${table}: object } }`,
});
const TABLES = [
  declaring('platform/audit/audit.ts', 'audit_log'),
  declaring('features/identity/identity.tables.ts', 'profiles'),
  declaring('features/live/live.tables.ts', 'streams'),
  declaring('features/recordings/recordings.tables.ts', 'uploads'),
  declaring('features/chat/chat.tables.ts', 'chat_rooms'),
];
const violationsIn = (path: string, text: string) =>
  checkTableOwners([...TABLES, { path: `${server}/${path}`, text }]);

describe('every way in which a query names a table is read', () => {
  it.each([
    ["db.selectFrom('uploads as u')", false],
    ["db.selectFrom(['chat_rooms', 'uploads'])", false],
    ["query.innerJoin('uploads', 'uploads.id', 's.id')", false],
    ["query.leftJoin('uploads as u', (join) => join.onTrue())", false],
    ["tx.updateTable('chat_rooms').from('uploads as u')", false],
    ["exists(selectFrom('uploads').select('id'))", false],
    ["sql.table('uploads')", false],
    ['sql`SELECT 1 FROM uploads`', false],
    ['sql`SELECT 1 FROM chat_rooms AS r, uploads AS u`', false],
    ['sql<number>`(select 1 from chat_rooms left join uploads u using (id))`', false],
    ["tx.insertInto('uploads')", true],
    ["tx.updateTable('uploads as u')", true],
    ["tx.deleteFrom('uploads')", true],
    ['sql`INSERT INTO uploads (id) VALUES (1)`', true],
    ['sql`UPDATE uploads SET state = 1`', true],
    ['sql`DELETE FROM uploads`', true],
  ])('in %s', (text, isWrite) => {
    expect(tablesOf('x.repo.ts', text).used).toContainEqual({ table: 'uploads', isWrite, line: 1 });
  });

  it('except where a word is no keyword before a table', () => {
    const text =
      'sql`SELECT 1 FROM chat_rooms FOR UPDATE OF chat_rooms` && sql`ON CONFLICT DO UPDATE SET at = now()`';
    expect(tablesOf('x.repo.ts', text).used.filter(({ isWrite }) => isWrite)).toEqual([]);
  });
});

it.each([
  ['features/live/x.repo.ts', "db.selectFrom('uploads')", 'live reads uploads', 'the owner comes later'],
  [
    'platform/jobs/x.ts',
    "db.selectFrom('profiles')",
    'platform/jobs reads profiles',
    'the owner comes later',
  ],
  [
    'features/chat/x.repo.ts',
    "db.selectFrom('uploads')",
    'chat reads uploads',
    'TABLE_READS does not list it',
  ],
  [
    'features/chat/x.repo.ts',
    "tx.updateTable('profiles')",
    'chat writes profiles',
    'only the owner of a table',
  ],
  [
    'features/chat/x.repo.ts',
    'sql`DELETE FROM audit_log`',
    'chat writes audit_log',
    'only the owner of a table',
  ],
])('%s may not contain %s', (path, text, use, reason) => {
  expect(violationsIn(path, text)).toEqual([expect.stringContaining(`${server}/${path}:1: ${use} of `)]);
  expect(violationsIn(path, text)).toEqual([expect.stringContaining(reason)]);
});

it.each([
  ['features/recordings/x.repo.ts', "tx.insertInto('uploads')"],
  ['features/chat/x.repo.ts', "db.selectFrom('profiles as p').innerJoin('streams as s', 's.id', 'p.id')"],
  ['features/chat/x.db.test.ts', "tx.updateTable('profiles')"],
  ['demo/x.seed.ts', "tx.insertInto('profiles')"],
])('%s may contain %s', (path, text) => {
  expect(violationsIn(path, text)).toEqual([]);
});

it('lets a table have one owner', () => {
  expect(checkTableOwners([...TABLES, declaring('features/donations/x.tables.ts', 'streams')])).toEqual([
    `${server}/features/donations/x.tables.ts: features/live declares streams as well`,
  ]);
});

it('reports entries of the lists that nothing needs', () => {
  expect(checkTableOwners(TABLES, true)).toContain(
    'Nothing needs the entry “chat reads profiles” of rooms.ts',
  );
});
