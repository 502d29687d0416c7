/** Limits without schemas. */

export const RECORDING_RETENTION_MAX_DAYS = 3650;
export const RECORDING_QUOTA_MAX_GIB = 100_000;
export const UPLOAD_MAX_GIB = 1000;
/** POST creates an upload, HEAD says how much of it has arrived, PATCH appends to it (tus 1.0). */
export const UPLOADS_PATH = '/api/me/uploads';
/** Uploads of an account that are not processed. */
export const UPLOADS_AT_ONCE = 5;
export const UPLOAD_MAX_HOURS = 12;
