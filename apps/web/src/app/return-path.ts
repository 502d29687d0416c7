/** Any origin does: what matters is whether a path leads away from it. */
const HERE = 'https://here.invalid';

/**
 * Reads `?from=`: where to go after signing in. Only a path of ours counts, never an address that
 * somebody's link brought along: `//elsewhere.example`, or the same with a backslash or a tab in it,
 * which browsers read alike.
 */
export function returnPath(search: Record<string, unknown>): { from?: string } {
  const { from } = search;
  return typeof from === 'string' && staysHere(from) ? { from } : {};
}

function staysHere(path: string): boolean {
  return path.startsWith('/') && URL.canParse(path, HERE) && new URL(path, HERE).origin === HERE;
}
