/** Checks which tables of the database the rooms of the server use. A table belongs to the room that declares it. */
import { placeOf, type Source } from './check.ts';
import { FEATURES, TABLE_READS } from './rooms.ts';
import { type Tables, tablesOf } from './tables.ts';

const words = (text: string) => text.trim().split(/\s+/);

const features = words(FEATURES);

/** The entries of the list, as `live reads profiles`. */
const reads = new Set(
  TABLE_READS.trim()
    .split('\n')
    .flatMap((row) => {
      const [table = '', readers = ''] = row.split(':');
      return words(readers).map((feature) => `${feature} reads ${table.trim()}`);
    }),
);

interface File {
  readonly path: string;
  readonly room: string;
  readonly tables: Tables;
}

/**
 * A line for each use of a table that its room must not use, and for each table with two owners.
 * @param isWhole whether these are all files, so that entries of the lists that nothing needs are reported as well
 */
export function checkTableOwners(sources: Iterable<Source>, isWhole = false): string[] {
  const files: File[] = [];
  for (const { path, text } of sources) {
    const room = /^apps\/server\/src\/.*(?<!\.test)\.ts$/.test(path) ? placeOf(path)?.room : undefined;
    if (room !== undefined) files.push({ path, room, tables: tablesOf(path, text) });
  }
  const owners = new Map<string, string>();
  const violations: string[] = [];
  for (const { path, room, tables } of files) {
    for (const table of tables.declared) {
      const other = owners.get(table);
      if (other !== undefined && other !== room)
        violations.push(`${path}: ${other} declares ${table} as well`);
      owners.set(table, room);
    }
  }
  const met = new Set<string>();
  for (const { path, room, tables } of files) {
    for (const { table, isWrite, line } of tables.used) {
      const owner = owners.get(table);
      if (owner === undefined || owner === room || !isChecked(room)) continue;
      const use = `${nameOf(room)} ${isWrite ? 'writes' : 'reads'} ${table}`;
      met.add(use);
      const reason = reasonAgainst(use, isWrite, { room, owner });
      if (reason !== null) violations.push(`${path}:${line}: ${use} of ${owner}: ${reason}`);
    }
  }
  if (!isWhole) return violations;
  const unused = [...reads].filter((use) => !met.has(use));
  return [...violations, ...unused.map((use) => `Nothing needs the entry “${use}” of rooms.ts`)];
}

/** The demo writes the rows of all features, and the command line reads them. */
const isChecked = (room: string) => /^(?:features|platform|media)\//.test(room);

const nameOf = (room: string) => room.replace(/^features\//, '');

function reasonAgainst(use: string, isWrite: boolean, { room, owner }: { room: string; owner: string }) {
  if (isWrite) return 'only the owner of a table writes it';
  if (rankOf(owner) >= rankOf(room)) return 'the owner comes later';
  return reads.has(use) ? null : 'TABLE_READS does not list it';
}

/** Rooms of the platform come before all features, and what FEATURES does not name after them. */
function rankOf(room: string): number {
  if (!room.startsWith('features/')) return /^(?:platform|media)\//.test(room) ? -1 : features.length + 1;
  const rank = features.indexOf(nameOf(room));
  return rank < 0 ? features.length : rank;
}
