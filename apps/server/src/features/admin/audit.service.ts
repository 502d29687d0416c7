/** The audit log as admins read it, with current names. */
import {
  AUDIT_PAGE_SIZE,
  AUDIT_SUBJECTS,
  type AuditEntry,
  type AuditFilter,
  COMMAND_LINE_ACTOR,
} from '@tributary/contracts/instance';
import { type UserId, userId } from '@tributary/contracts/shared';
import type { Users } from '#features/identity/index.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database } from '#platform/db/database.ts';
import { firstIdAt, idKey } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/durations.ts';
import * as repo from './audit.repo.ts';

export interface AuditLog {
  list(filter: AuditFilter & { cursor?: string | undefined }): Promise<{
    items: AuditEntry[];
    next: string | null;
  }>;
}

export function createAuditLog({ db, users }: { readonly db: Database; readonly users: Users }): AuditLog {
  /** @returns null for the command line, undefined if there is no such account */
  async function actorOf(name: string): Promise<UserId | null | undefined> {
    if (name === COMMAND_LINE_ACTOR) return null;
    return (await users.findByUsername(name))?.id;
  }

  async function subjectsOf(given: string): Promise<string[]> {
    const person = await users.findByUsername(given);
    return person ? [given, person.id] : [given];
  }

  async function withNames(entries: readonly repo.StoredEntry[]): Promise<AuditEntry[]> {
    const subjects = (kind: string) => entries.filter((e) => e.kind === kind).map((e) => e.subjectId);
    const people = [
      ...entries.flatMap((e) => e.actorId ?? []),
      ...subjects('user').map((id) => userId.parse(id)),
    ];
    const [names, ...named] = await Promise.all([
      users.summaries([...new Set(people)]),
      ...repo.NAMED_KINDS.map((kind) =>
        db.read((reader) => repo.findNames(reader, kind, [...new Set(subjects(kind))])),
      ),
    ]);
    const usernameOf = (id: string) => names.get(userId.parse(id))?.username ?? null;
    const labels: Record<string, (id: string) => string | null> = {
      user: usernameOf,
      ...Object.fromEntries(
        repo.NAMED_KINDS.map((kind, index) => [kind, (id: string) => named[index]?.get(id) ?? null]),
      ),
    };
    return entries.map(({ actorId, kind, subjectId, at, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      actor: actorId && { id: actorId, username: usernameOf(actorId) },
      subject: { kind, id: subjectId, label: (labels[kind] ?? String)(subjectId) },
    }));
  }

  return {
    async list({ actor, action, kind, scope = 'instance', subject, since, until, cursor }) {
      const actorId = actor === undefined ? undefined : await actorOf(actor);
      if (actor !== undefined && actorId === undefined) return { items: [], next: null };
      const [last] = cursor === undefined ? [] : decodeCursor(idKey, cursor);
      const end = until === undefined ? undefined : firstIdAt(Date.parse(until) + DAY_MS);
      const filter = {
        actorId,
        action,
        scope,
        // The index of subjects starts with their kind.
        kinds: kind ? [kind] : subject === undefined ? undefined : AUDIT_SUBJECTS,
        subjectIds: subject === undefined ? undefined : await subjectsOf(subject),
        from: since === undefined ? undefined : firstIdAt(Date.parse(since)),
        to: [last, end].filter((id) => id !== undefined).sort()[0],
      };
      const rows = await db.read((reader) => repo.findEntries(reader, filter, AUDIT_PAGE_SIZE + 1));
      const { items, next } = pageOfRows(rows, AUDIT_PAGE_SIZE, ({ id }) => [id]);
      return { items: await withNames(items), next };
    },
  };
}
