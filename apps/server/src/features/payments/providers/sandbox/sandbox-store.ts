/** Typed access to the sandbox's objects. */
import { randomBytes } from 'node:crypto';
import type { Reader, Writer } from '#platform/db/database.ts';
import { ProviderRefused } from '../provider.errors.ts';
import * as repo from './sandbox.repo.ts';
import type { Kind } from './sandbox-objects.ts';

export interface SandboxObject<State> {
  readonly id: string;
  readonly parent: string | null;
  readonly state: State;
  readonly createdAt: Date;
}

const parsed = <State extends object>(
  { schema }: Kind<State>,
  { state, ...row }: repo.StoredObject,
): SandboxObject<State> => ({ ...row, state: schema.parse(state) });

const missing = ({ name }: Kind<object>, id: string) =>
  new ProviderRefused(`The sandbox has no ${name} ${id}.`);

/** @throws ProviderRefused if there is no such object */
export async function get<State extends object>(db: Reader, kind: Kind<State>, id: string) {
  const row = await repo.find(db, kind.name, id);
  if (!row) throw missing(kind, id);
  return parsed(kind, row);
}

/** Locks an object until the transaction ends. @throws ProviderRefused if there is no such object */
export async function lock<State extends object>(tx: Writer, kind: Kind<State>, id: string) {
  const row = await repo.lock(tx, kind.name, id);
  if (!row) throw missing(kind, id);
  return parsed(kind, row);
}

/** Sorted by creation. */
export async function childrenOf<State extends object>(db: Reader, kind: Kind<State>, parent: string) {
  return (await repo.findChildren(db, kind.name, parent)).map((row) => parsed(kind, row));
}

export async function createdBetween<State extends object>(
  db: Reader,
  kind: Kind<State>,
  since: Date,
  until: Date,
) {
  return (await repo.findCreated(db, kind.name, since, until)).map((row) => parsed(kind, row));
}

export async function newest<State extends object>(db: Reader, kind: Kind<State>, limit: number) {
  return (await repo.findNewest(db, kind.name, limit)).map((row) => parsed(kind, row));
}

export const dueIds = (db: Reader, { name }: Kind<object>, now: Date, limit: number): Promise<string[]> =>
  repo.findDueIds(db, name, now, limit);

interface Creation {
  readonly at: Date;
  readonly parent?: string | null;
  /** Returns the object that was created under this key before, if there is one. */
  readonly key?: string | null;
  readonly dueAt?: Date | null;
}

export async function create<State extends object>(
  tx: Writer,
  kind: Kind<State>,
  state: State,
  { at, parent = null, key = null, dueAt = null }: Creation,
): Promise<SandboxObject<State> & { readonly isNew: boolean }> {
  const id = `${kind.prefix}_${randomBytes(16).toString('hex')}`;
  const object = { id, kind: kind.name, parent, key, state, dueAt, createdAt: at };
  if (await repo.insert(tx, object)) return { id, parent, state, createdAt: at, isNew: true };
  const existing = key === null ? undefined : await repo.findByKey(tx, kind.name, key);
  if (!existing) throw new Error(`The sandbox has neither created nor found the ${kind.name} ${key}.`);
  return { ...parsed(kind, existing), isNew: false };
}

/** @param dueAt when the sandbox changes the object by itself */
export const save = (tx: Writer, id: string, state: object, dueAt: Date | null = null): Promise<void> =>
  repo.update(tx, id, state, dueAt);
