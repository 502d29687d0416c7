import { ConfigError } from '#platform/config-error.ts';

/** A backup that cannot be made, read or restored. The message says why, with the values, and what to do next. */
export class BackupError extends ConfigError {}
