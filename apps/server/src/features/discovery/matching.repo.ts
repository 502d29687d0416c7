/** SQL that matches search words against a `search_…` table aliased as `w`. */
import { type RawBuilder, sql } from 'kysely';

const text = (words: string) => sql<string>`search_text(${words})`;

/** True if all words occur; the last one may be a prefix. */
export const matches = (words: string): RawBuilder<boolean> => sql`w.words @@ search_query(${text(words)})`;

/** The rank of an exact match. */
export const EXACT = 3;

/** 3: a part equals the words. 2: a part starts with them. 1: they occur somewhere. */
export const rankOf = (words: string): RawBuilder<number> => sql`
  case
    when ${text(words)} = any (w.parts) then ${sql.lit(EXACT)}
    when exists (select from unnest(w.parts) as part where starts_with(part, ${text(words)})) then 2
    else 1
  end`;

/** Tables of the ids of rows whose text is spelled similarly. */
export const similarStreams = (words: string): RawBuilder<unknown> =>
  sql`streams_alike(search_letters(${text(words)}))`;
export const similarChannels = (words: string): RawBuilder<unknown> =>
  sql`channels_alike(search_letters(${text(words)}))`;
