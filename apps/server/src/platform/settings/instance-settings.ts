/** What admins have decided for the whole instance: one row, read where it matters, so that it holds at once. */
import type { InstanceSettings, InstanceSettingsEdit } from '@tributary/contracts';
import { type Generated, sql } from 'kysely';
import type { Reader, Writer } from '../db/database.ts';

export async function readSettings(db: Reader): Promise<InstanceSettings> {
  return select(db).executeTakeFirstOrThrow();
}

/** Changes what is given. @returns what they were before, and are now */
export async function changeSettings(
  tx: Writer,
  changes: InstanceSettingsEdit,
): Promise<{ before: InstanceSettings; after: InstanceSettings }> {
  const before = await select(tx).forUpdate().executeTakeFirstOrThrow();
  const after = {
    tagline: changes.tagline ?? before.tagline,
    announcement: changes.announcement ?? before.announcement,
    registrationOpen: changes.registrationOpen ?? before.registrationOpen,
    adminsNeedSecondFactor: changes.adminsNeedSecondFactor ?? before.adminsNeedSecondFactor,
  };
  await tx
    .updateTable('instance_settings')
    .set({
      tagline: after.tagline,
      announcement: after.announcement,
      registration_open: after.registrationOpen,
      admins_need_second_factor: after.adminsNeedSecondFactor,
      updated_at: sql`now()`,
    })
    .execute();
  return { before, after };
}

const select = (db: Reader) =>
  db
    .selectFrom('instance_settings')
    .select([
      'tagline',
      'announcement',
      'registration_open as registrationOpen',
      'admins_need_second_factor as adminsNeedSecondFactor',
    ]);

interface InstanceSettingsTable {
  tagline: Generated<string>;
  announcement: Generated<string>;
  registration_open: Generated<boolean>;
  admins_need_second_factor: Generated<boolean>;
  updated_at: Generated<Date>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    instance_settings: InstanceSettingsTable;
  }
}
