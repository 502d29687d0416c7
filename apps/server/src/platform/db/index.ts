/** The database for features and the composition root. */
export { type Database, type Effect, openDatabase, type Reader, type Writer } from './database.ts';
export { isUniqueViolation } from './database-errors.ts';
export { type DatabaseState, readDatabaseState } from './database-state.ts';
export { diskGuarded } from './disk-guarded.ts';
export {
  type EmbeddedPostgres,
  runningConnection,
  startEmbeddedPostgres,
} from './embedded/embedded-postgres.ts';
export { openInstanceDatabase } from './instance-database.ts';
export { type Migration, migrate, readMigrations } from './migrations.ts';
export type { Replica } from './replica/replica.ts';
export type { Schema } from './schema.ts';
