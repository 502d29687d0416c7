import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

/** The tables, which a feature of the product would create in a migration. */
export const MIGRATION = `
  create table attendance_sheets (stream_id uuid primary key, closed_with integer);
  create table attendance (stream_id uuid, user_id uuid, seat text, primary key (stream_id, user_id));
`;

export interface Sheet {
  readonly closedWith: number | null;
  readonly attendees: number;
}

export async function insertSheet(tx: Writer, id: StreamId): Promise<void> {
  await sql`insert into attendance_sheets (stream_id) values (${id}) on conflict do nothing`.execute(tx);
}

export async function findSheet(db: Reader, id: StreamId): Promise<Sheet | undefined> {
  const { rows } = await sql<Sheet>`
    select closed_with as "closedWith",
      (select count(*)::integer from attendance a where a.stream_id = s.stream_id) as attendees
    from attendance_sheets s where stream_id = ${id}`.execute(db);
  return rows[0];
}

export async function insertAttendee(tx: Writer, id: StreamId, userId: UserId, seat: string): Promise<void> {
  await sql`insert into attendance values (${id}, ${userId}, ${seat}) on conflict do nothing`.execute(tx);
}

export async function closeSheet(tx: Writer, id: StreamId): Promise<void> {
  await sql`update attendance_sheets s set closed_with =
    (select count(*) from attendance a where a.stream_id = s.stream_id) where stream_id = ${id}`.execute(tx);
}

export async function findAllOf(db: Reader, userId: UserId): Promise<{ streamId: string; seat: string }[]> {
  const { rows } = await sql<{ streamId: string; seat: string }>`
    select stream_id as "streamId", seat from attendance where user_id = ${userId}`.execute(db);
  return rows;
}

export async function deleteAllOf(tx: Writer, userId: UserId): Promise<void> {
  await sql`delete from attendance where user_id = ${userId}`.execute(tx);
}
