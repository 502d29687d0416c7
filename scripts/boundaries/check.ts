/** Checks imports against the tables of `rooms.ts`. */
import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import { FEATURES, PLACES, ROLES, ROOMS, SUBJECTS, TESTS, TOOLS } from './rooms.ts';

export interface Source {
  /** From the root of the repository: `apps/server/src/app.ts`. */
  readonly path: string;
  readonly text: string;
}

/** What an import can lead to: a file of a room, a package (room `npm`) or a module of Node (room `node`). */
interface Place {
  readonly room: string;
  /** The room with the path below it, `features/live/index.ts`, or the package's name. */
  readonly address: string;
  readonly mayImport: readonly string[];
}

interface Edge {
  readonly from: string;
  readonly to: string;
  /** `apps/server/src/app.ts:12` */
  readonly at: string;
}

/** An import between two files of a room. */
interface Step {
  readonly from: Place;
  readonly to: Place;
  readonly at: string;
}

const words = (text: string) => text.trim().split(/\s+/);
const rows = (table: string) => table.trim().split(/\n+/);
const escaped = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

const features = words(FEATURES);
const roles = rows(ROLES).map(words);
const SERVICE_RANK = roles.findIndex((row) => row.includes('service'));
const subjects = new Map<string, string[]>(
  rows(SUBJECTS).map((row) => {
    const [feature = '', names = ''] = row.split(':');
    return [`features/${feature.trim()}`, words(names)];
  }),
);
const rooms = rows(ROOMS).map((row) => {
  const [name = '', path = '', ...mayImport] = words(row);
  const pattern = new RegExp(`^${escaped(path).replace('*', '(?<star>[^/]+?)')}(?:\\.tsx?)?(?<below>/.*)?$`);
  return { name, pattern, mayImport };
});
const places = rows(PLACES).map((row) => {
  const [names = '', homes = ''] = row.split(':');
  return { names: words(names), homes: words(homes) };
});

/** Every forbidden import and every cycle between rooms, a line each; none if all is well. */
export function checkBoundaries(sources: Iterable<Source>): string[] {
  const violations: string[] = [];
  const edges: Edge[] = [];
  const withinRooms: Step[] = [];
  for (const { path, text } of sources) {
    const from = placeOf(path);
    if (!from) {
      violations.push(`${path} belongs to no room of scripts/boundaries/rooms.ts`);
      continue;
    }
    const isTest = /\.test\.tsx?$/.test(path);
    for (const { specifier, line } of importsOf(path, text)) {
      const to = targetOf(path, specifier);
      if (!to) continue;
      const at = `${path}:${line}`;
      const violation = violationOf(from, to, isTest);
      if (violation) violations.push(`${at}: ${from.room} -> ${to.address}: ${violation}`);
      if (!isTest) edges.push({ from: from.room, to: to.room, at });
      if (!isTest && from.room === to.room) withinRooms.push({ from, to, at });
    }
  }
  return [...violations, ...detoursAmong(withinRooms), ...cyclesAmong(edges)];
}

/** The place of a file by its path from the root of the repository; null where no room has it. */
export function placeOf(path: string): Place | null {
  for (const { name, pattern, mayImport } of rooms) {
    const match = pattern.exec(path);
    if (!match) continue;
    const { star = '', below = '' } = match.groups ?? {};
    const rank = features.indexOf(star);
    const earlier = features.slice(0, rank < 0 ? undefined : rank).join('|');
    const room = name.replace('*', star);
    return {
      room,
      address: room + below,
      mayImport: mayImport.map((word) => word.replace('<same>', star).replace('<earlier>', `(${earlier})`)),
    };
  }
  return null;
}

/** Where an import leads; null for style sheets, JSON and other files without code. */
function targetOf(path: string, specifier: string): Place | null {
  const name = specifier.replace(/\?.*$/, '');
  const [, contracts] = /^@tributary\/contracts\/(\w+)$/.exec(name) ?? [];
  if (contracts)
    return placeOf(`packages/contracts/src/${contracts}${contracts === 'all' ? '' : '/index'}.ts`);
  const [, content] = /^@tributary\/demo-content\/([\w/-]+)$/.exec(name) ?? [];
  if (content) return placeOf(`packages/demo-content/src/${content}.ts`);
  const [, messages] = /^@tributary\/messages\/([\w-]+)$/.exec(name) ?? [];
  if (messages) return placeOf(`packages/messages/src/${messages}.ts`);
  const [, swarm] = /^@tributary\/swarm\/([\w/-]+)$/.exec(name) ?? [];
  if (swarm) return placeOf(`packages/swarm/src/${swarm}.ts`);
  const file = name.startsWith('.')
    ? posix.join(posix.dirname(path), name)
    : name.replace(/^#/, 'apps/server/src/').replace(/^@\//, 'apps/web/src/');
  if (file !== name && !/\.tsx?$/.test(file)) return null;
  if (file !== name) return placeOf(file) ?? { room: 'nowhere', address: file, mayImport: [] };
  if (name.startsWith('node:')) return { room: 'node', address: name, mayImport: [] };
  const [, packageName = name] = /^(@[^/]+\/[^/]+|[^/]+)/.exec(name) ?? [];
  return { room: 'npm', address: packageName, mayImport: [] };
}

/** Why a file must not import another; null where it may. */
function violationOf(from: Place, to: Place, isTest: boolean): string | null {
  if (from.room === to.room) return isTest ? null : (roleViolation(from, to) ?? subjectViolation(from, to));
  const mayImport = isTest ? [...from.mayImport, ...words(TESTS)] : from.mayImport;
  if (!matches(to, mayImport)) return `it may import ${from.mayImport.join(' ')}`;
  if (isTest || matches(from, words(TOOLS))) return null;
  const homes = places.find(({ names }) => matches(to, names))?.homes;
  if (homes && !matches(from, homes)) return `only ${homes.join(' ')} may`;
  return null;
}

/** Inside a feature, imports lead from its index to its routes, its services and its repositories. */
function roleViolation(from: Place, to: Place): string | null {
  if (!from.room.startsWith('features/')) return null;
  const own = roleRank(from);
  const rank = own < 0 ? SERVICE_RANK : own;
  if (roleRank(to) <= rank) return null;
  return `a file of its role may import ${roles
    .slice(0, rank + 1)
    .flat()
    .join(' ')}`;
}

/** Inside a feature with a row of SUBJECTS, imports lead from later subjects to earlier ones. */
function subjectViolation(from: Place, to: Place): string | null {
  const row = subjects.get(from.room);
  if (row === undefined) return null;
  const rank = subjectRank(from, row);
  for (const place of [from, to]) {
    if (subjectRank(place, row) < 0) return `${place.address} has no place in SUBJECTS`;
  }
  if (subjectRank(to, row) <= rank) return null;
  const earlier = row.slice(0, rank).join(' ');
  return `a file of its subject may import ${earlier || 'errors events tables notifications'}`;
}

/** The position of a feature's file in its row of SUBJECTS, from 1; -1 for a folder that the row does not name. */
function subjectRank({ room, address }: Place, row: readonly string[]): number {
  const [name = '', ...below] = address.slice(room.length + 1).split('/');
  const isFolder = below.length > 0;
  if (!isFolder && /\.(errors|events|tables|notifications)\.ts$/.test(name)) return 0;
  const position = row.indexOf(isFolder ? name : name.replace(/\.ts$/, ''));
  if (position >= 0) return position + 1;
  return isFolder ? -1 : row.length + 1;
}

/** A line for each import through which a file without a role leads to a role above the importing file's. */
function detoursAmong(steps: readonly Step[]): string[] {
  const next = Map.groupBy(steps, ({ from }) => from.address);
  const beyond = (place: Place, rank: number, seen: Set<string>): Place | undefined => {
    if (roleRank(place) >= 0) return roleRank(place) > rank ? place : undefined;
    if (seen.has(place.address)) return undefined;
    seen.add(place.address);
    for (const { to } of next.get(place.address) ?? []) {
      const found = beyond(to, rank, seen);
      if (found) return found;
    }
    return undefined;
  };
  return steps.flatMap(({ from, to, at }) => {
    const rank = from.room.startsWith('features/') ? roleRank(from) : -1;
    if (rank < 0 || rank >= SERVICE_RANK || roleRank(to) >= 0) return [];
    const found = beyond(to, rank, new Set());
    return found ? [`${at}: ${from.room} -> ${to.address}: it leads to ${found.address}`] : [];
  });
}

/** The row of ROLES with the role of a feature's file; -1 for a file without a role. */
function roleRank({ room, address }: Place): number {
  const role = address === `${room}/index.ts` ? 'index' : /\.(\w+)\.ts$/.exec(address)?.[1];
  return roles.findIndex((row) => role !== undefined && row.includes(role));
}

/**
 * Whether a cell of the tables names a place, by its room or its address. `*` matches one name, `**` anything,
 * `*.` any file, and a word after `!` excludes its matches.
 */
function matches({ room, address }: Place, cell: readonly string[]): boolean {
  const named = (word: string) => {
    const pattern = word.replaceAll('.', '\\.').replace(/^\*(?=\\)|\*\*/, '.+');
    const whole = new RegExp(`^${pattern.replace('*', '[^/]+')}$`);
    return whole.test(room) || whole.test(address);
  };
  return (
    cell.some((word) => !word.startsWith('!') && named(word)) &&
    !cell.some((word) => word.startsWith('!') && named(word.slice(1)))
  );
}

/** A line for each way that leads through several rooms back to the first, the shortest through each room. */
function cyclesAmong(edges: readonly Edge[]): string[] {
  const ways = new Map<string, Map<string, string>>();
  for (const { from, to, at } of edges) {
    if (from === to) continue;
    const next = ways.get(from) ?? new Map<string, string>();
    ways.set(from, next.has(to) ? next : next.set(to, at));
  }
  const known = new Set<string>();
  return [...ways.keys()].flatMap((room) => {
    const cycle = known.has(room) ? null : shortestCycle(room, ways);
    for (const member of cycle ?? []) known.add(member);
    if (!cycle) return [];
    const steps = cycle.map((from, index) => {
      const to = cycle[(index + 1) % cycle.length] ?? room;
      return `${from} -> ${to} (${ways.get(from)?.get(to)})`;
    });
    return [`Cycle between rooms: ${steps.join(', ')}`];
  });
}

/** The rooms on the shortest way from a room back to it, starting with it; null where there is none. */
function shortestCycle(
  start: string,
  ways: ReadonlyMap<string, ReadonlyMap<string, string>>,
): string[] | null {
  const seen = new Set<string>();
  let paths = [[start]];
  while (paths.length > 0) {
    const longer: string[][] = [];
    for (const path of paths) {
      for (const next of ways.get(path.at(-1) ?? start)?.keys() ?? []) {
        if (next === start) return path;
        if (!seen.has(next)) longer.push([...path, next]);
        seen.add(next);
      }
    }
    paths = longer;
  }
  return null;
}
