/** Rows of the differences that a reconciliation report has found. */
import type { DifferenceKind } from '@tributary/contracts/payments';
import { v7 as uuidv7 } from 'uuid';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type Slice, selectSlice } from '../pages.repo.ts';
import type { Difference } from './difference.ts';

export async function insertDifferences(
  tx: Writer,
  id: string,
  differences: readonly Difference[],
): Promise<void> {
  if (differences.length === 0) return;
  await tx
    .insertInto('reconciliation_differences')
    .values(
      differences.map(({ kind, paymentId, chargeId, capturedAt, providerCents, ledgerCents, currency }) => ({
        id: uuidv7(),
        reconciliation_id: id,
        kind,
        currency,
        payment_id: paymentId,
        charge_id: chargeId,
        captured_at: capturedAt,
        provider_cents: providerCents,
        ledger_cents: ledgerCents,
      })),
    )
    .execute();
}

export const findDifferences = (db: Reader, id: string, slice: Slice) =>
  selectSlice(
    db
      .selectFrom('reconciliation_differences')
      .select([
        ...(['id', 'kind', 'currency'] as const),
        'payment_id as paymentId',
        'charge_id as chargeId',
        'captured_at as capturedAt',
        'provider_cents as providerCents',
        'ledger_cents as ledgerCents',
      ])
      .where('reconciliation_id', '=', id),
    slice,
  ).execute();

interface DifferencesTable {
  id: string;
  reconciliation_id: string;
  kind: DifferenceKind;
  payment_id: string;
  charge_id: string | null;
  captured_at: Date;
  provider_cents: number | null;
  ledger_cents: number | null;
  currency: string;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    reconciliation_differences: DifferencesTable;
  }
}
