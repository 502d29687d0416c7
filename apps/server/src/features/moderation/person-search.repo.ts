/** Searches people by a part of their username, address or name, for the lists of admins. */
import { type RawBuilder, sql } from 'kysely';

/** A LIKE pattern for any text that contains `text`, with LIKE's wildcards escaped. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/**
 * Must stay the expression of the index `profiles_for_admins`.
 * @param alias the alias of `profiles`
 */
export const personMatches = (alias: string, text: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.username`)} || ' ' || ${sql.ref(`${alias}.email`)} || ' ' || ${sql.ref(`${alias}.display_name`)}) ilike ${containing(text)}`;
