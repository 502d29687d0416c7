/**
 * All tables of the database. Each feature adds its own in `x.tables.ts`:
 *
 *     declare module '#platform/db/schema.ts' {
 *       interface Schema { streams: StreamsTable }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: features merge their tables into it
export interface Schema {}
