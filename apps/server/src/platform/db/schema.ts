/**
 * Every table of the database. Each feature adds its own in `x.tables.ts`, so that this room knows
 * none of them:
 *
 *     declare module '#platform/db/schema.ts' {
 *       interface Schema { streams: StreamsTable }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: features merge their tables into it
export interface Schema {}
