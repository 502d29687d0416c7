/** Compares the ledger with everything derived from it, cheaply enough for each step of thousands of histories. */
import { expect } from 'vitest';
import { findDisagreements } from '../../../src/admin/ledger-check.repo.ts';
import type { TestDatabase } from '../database.ts';

/** @returns a function that expects the ledger and everything derived from it to agree */
export function expectBooksOf(db: TestDatabase): () => Promise<void> {
  let compared = '';
  return async () => {
    const { rows } = await db.pool.query<{ snapshot: string }>(
      'select pg_current_snapshot()::text as snapshot',
    );
    // Two snapshots differ if a transaction has written since.
    const snapshot = rows[0]?.snapshot ?? '';
    if (snapshot === compared) return;
    expect(await findDisagreements(db.kysely)).toEqual([]);
    compared = snapshot;
  };
}

export { checkLedger } from '../../../src/admin/ledger-check.repo.ts';
