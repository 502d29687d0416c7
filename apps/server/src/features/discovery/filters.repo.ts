/** Conditions of Discover that live streams and recordings share; the stream is `s`. */
import type { DiscoverAccess } from '@tributary/contracts/discovery';
import type { StreamLanguage } from '@tributary/contracts/shared';
import { type RawBuilder, sql } from 'kysely';

export interface StreamFilter {
  readonly language?: StreamLanguage | undefined;
  /** The tag in lower case. */
  readonly tag?: string | undefined;
  readonly access?: DiscoverAccess | undefined;
}

/** All conditions of a filter; none without one. */
export function conditionsOf({ language, tag, access }: StreamFilter): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  if (language !== undefined) conditions.push(sql`s.language = ${language}`);
  if (tag !== undefined) conditions.push(sql`s.tags @> array[${tag}]::text[]`);
  if (access === 'free') conditions.push(sql`s.gate_kind is null`);
  else if (access !== undefined) conditions.push(sql`s.gate_kind = ${access}`);
  return conditions;
}
