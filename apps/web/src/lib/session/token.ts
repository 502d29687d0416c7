/**
 * When a token runs out by this machine's clock, which may be wrong by hours: the lifetime that the
 * token states (RFC 7519, `exp - iat`) counted from `askedAt`. Null where it states none.
 */
export function expiryOf(token: string, askedAt: number): number | null {
  const claims = claimsOf(token);
  if (!claims || typeof claims.exp !== 'number' || typeof claims.iat !== 'number') return null;
  return askedAt + (claims.exp - claims.iat) * 1000;
}

/** Read, not verified: that is for those who are shown the token. */
function claimsOf(token: string): { exp?: unknown; iat?: unknown } | null {
  try {
    const [, payload = ''] = token.split('.');
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' ? claims : null;
  } catch {
    return null;
  }
}
