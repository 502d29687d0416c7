/** How words are held against what they may lead to: a `search_…` table as `w`. */
import { type RawBuilder, sql } from 'kysely';

const text = (words: string) => sql<string>`search_text(${words})`;

/** All of the words are there; the last one may go on. */
export const matches = (words: string): RawBuilder<boolean> => sql`w.words @@ search_query(${text(words)})`;

/** What `rankOf` gives to what is written exactly so. */
export const EXACT = 3;

/** 3: a part is exactly this. 2: a part begins with it. 1: its words are somewhere. */
export const rankOf = (words: string): RawBuilder<number> => sql`
  case
    when ${text(words)} = any (w.parts) then ${sql.lit(EXACT)}
    when exists (select from unnest(w.parts) as part where starts_with(part, ${text(words)})) then 2
    else 1
  end`;

/** A table of what is written alike. */
export const streamsAlike = (words: string): RawBuilder<unknown> =>
  sql`streams_alike(search_letters(${text(words)}))`;
export const channelsAlike = (words: string): RawBuilder<unknown> =>
  sql`channels_alike(search_letters(${text(words)}))`;
