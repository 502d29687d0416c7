/** Limits without schemas. */

export const RECORDING_RETENTION_MAX_DAYS = 3650;
export const RECORDING_QUOTA_MAX_GIB = 100_000;
