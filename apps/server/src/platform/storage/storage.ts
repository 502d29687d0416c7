/** Files that features keep: pictures now, recordings later. Keys are `folder/name`, chosen by the program. */
export interface Storage {
  /** Replaces what was there; readers see the old bytes or the new ones, never a part. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is none. */
  get(key: string): Promise<Uint8Array | null>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
}

const KEY = /^(?:[a-z0-9][a-z0-9._-]*\/)+[a-z0-9][a-z0-9._-]*$/i;

/** @throws RangeError for a key that could name something outside the store */
export function checkKey(key: string): string {
  if (!KEY.test(key) || key.includes('..')) throw new RangeError(`${JSON.stringify(key)} is no storage key.`);
  return key;
}
