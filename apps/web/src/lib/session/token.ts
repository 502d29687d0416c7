/**
 * When a token expires by this device's clock, which may be off by hours: its lifetime (RFC 7519, `exp -
 * iat`) counted from `askedAt`. Null if the token has no lifetime.
 */
export function expiryOf(token: string, askedAt: number): number | null {
  const claims = claimsOf(token);
  if (!claims || typeof claims.exp !== 'number' || typeof claims.iat !== 'number') return null;
  return askedAt + (claims.exp - claims.iat) * 1000;
}

/** Decodes the claims without verifying them, which the server does. */
function claimsOf(token: string): { exp?: unknown; iat?: unknown } | null {
  try {
    const [, payload = ''] = token.split('.');
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' ? claims : null;
  } catch {
    return null;
  }
}
