/** The issuer of receipts and statements. */
import type { Database } from '#platform/db/database.ts';
import { readSettings } from '#platform/settings/index.ts';

/** @returns name and address, in lines; the name of the instance until an admin enters an address */
export type Issuer = () => Promise<string>;

export const createIssuer =
  (db: Database, instanceName: () => string): Issuer =>
  async () =>
    (await db.read(readSettings)).receiptIssuer || instanceName();
