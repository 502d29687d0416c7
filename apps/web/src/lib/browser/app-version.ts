/**
 * Whether the server has another version of the app than this page, so that scripts that load on demand are gone. False
 * if the server cannot be reached.
 */
export async function isReplaced(): Promise<boolean> {
  // The address of a built script contains a hash of all scripts that it loads.
  const answer = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return answer?.status === 404;
}

/**
 * Whether `error` means that a script could not be loaded. The names of these errors are Chromium's, Firefox's and
 * Safari's.
 */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof TypeError &&
  /dynamically imported module|Importing a module script failed/.test(error.message);
