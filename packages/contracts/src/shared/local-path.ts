/** An arbitrary origin, with which the check finds whether a path leads away from it. */
const HERE = 'https://here.invalid';

/**
 * Whether a path stays on the origin that opens it. A link could carry `//elsewhere.example`, or the same with a
 * backslash or tab, which browsers treat alike.
 */
export const isLocalPath = (path: string): boolean =>
  path.startsWith('/') && URL.canParse(path, HERE) && new URL(path, HERE).origin === HERE;
