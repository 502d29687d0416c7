import { sql } from 'kysely';

/** Of `profiles as p`: what is somebody's who is banned leads nobody there. */
export const notBanned = sql<boolean>`not is_banned(p)`;
