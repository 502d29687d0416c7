/** There is no such file, the key's folder is a file, or the key is a folder (EPERM on macOS). */
const MISSING = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EPERM'];

/** For `catch`. @throws every other error */
export function missingAsNull(error: unknown): null {
  if (error instanceof Error && 'code' in error && MISSING.includes(String(error.code))) return null;
  throw error;
}
