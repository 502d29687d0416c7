/** Searches over all charges. Each part of a search reads a page by an index, newest first. */
import type { ChargeStatus, Purpose } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import type { Schema } from '#platform/db/schema.ts';
import type { Charge } from '../charges/charge.ts';
import { COLUMNS } from '../charges/charges.repo.ts';
import { type Slice, selectSlice } from '../pages.repo.ts';
import type { ProviderName } from '../providers/provider.ts';

export interface ChargeSearch {
  /** Lists only charges that match one of these; undefined lists all charges. */
  readonly matches?: readonly ChargeMatch[] | undefined;
  readonly status?: ChargeStatus | undefined;
  readonly purpose?: Purpose | undefined;
  /** First id, inclusive. */
  readonly from?: string | undefined;
  /** Last id, exclusive. */
  readonly to?: string | undefined;
}

export type ChargeMatch =
  | { readonly amountCents: number }
  /** The creator, or the payer unless anonymous. */
  | { readonly person: UserId }
  /** The id of a charge, its checkout, or what was paid for. */
  | { readonly id: string }
  /** The provider's id of the payment, its payment page, a refund or a dispute. */
  | { readonly providerId: string; readonly providers: readonly ProviderName[] };

const listed = (db: Reader) => db.selectFrom('charges').select(COLUMNS);

/** Charges that other lists refer to, such as the list of refunds. */
export const findChargesByIds = (db: Reader, ids: readonly string[]): Promise<Charge[]> =>
  listed(db).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();

export function searchCharges(
  db: Reader,
  { matches, status, purpose, from, to }: ChargeSearch,
  slice: Slice,
): Promise<Charge[]> {
  function narrow<Row>(query: SelectQueryBuilder<Schema, 'charges', Row>) {
    let narrowed = query;
    if (status !== undefined) narrowed = narrowed.where('status', '=', status);
    if (purpose !== undefined) narrowed = narrowed.where('purpose', '=', purpose);
    if (from !== undefined) narrowed = narrowed.where('id', '>=', from);
    if (to !== undefined) narrowed = narrowed.where('id', '<', to);
    return selectSlice(narrowed, slice);
  }
  if (matches === undefined) return narrow(listed(db)).execute();
  // Conditions that are joined by OR would read and sort all charges that match; a union reads a page of each.
  const pages = matches
    .flatMap(conditionsOf)
    .map((condition) => sql`(${narrow(db.selectFrom('charges').select('id').where(condition))})`);
  const found = sql<string>`any(array(${sql.join(pages, sql` union all `)}))`;
  return selectSlice(listed(db).where('id', '=', found), slice).execute();
}

/** @returns one condition for each index that can find a match */
function conditionsOf(match: ChargeMatch): RawBuilder<boolean>[] {
  if ('amountCents' in match) return [sql`gross_cents = ${match.amountCents}`];
  if ('person' in match)
    return [sql`creator_id = ${match.person}`, sql`payer_id = ${match.person} and not is_anonymous`];
  if ('id' in match)
    return [sql`id = ${match.id}`, sql`checkout_id = ${match.id}`, sql`subject_id = ${match.id}`];
  const id = match.providerId;
  const ofProviders = sql`provider = any(${[...match.providers]}::text[])`;
  return [
    sql`${ofProviders} and payment_id = ${id}`,
    sql`checkout_id = any(array(select id from checkouts where ${ofProviders} and provider_reference = ${id}))`,
    sql`id = any(array(select charge_id from refunds where provider_refund_id = ${id}))`,
    sql`id = any(array(select charge_id from disputes where provider_dispute_id = ${id}))`,
  ];
}
