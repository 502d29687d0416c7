/** The codes of a missing file: there is none, the key's folder is a file, or the key is a folder (EPERM on macOS). */
const MISSING = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EPERM'];

/**
 * Turns errors of a missing file into null, for use in `catch`.
 * @throws every other error
 */
export function missingAsNull(error: unknown): null {
  if (error instanceof Error && 'code' in error && MISSING.includes(String(error.code))) return null;
  throw error;
}
