/**
 * better-auth with the configured OpenID Connect provider. It reads the provider's metadata once, when it is
 * created, so it is created lazily, once the provider answers: an unreachable provider must not block other
 * ways to sign in.
 */
import { identityErrors } from '../identity.errors.ts';
import { type Auth, type AuthOptions, createAuth } from './auth.ts';
import { discoveryUrl, type OidcProvider } from './auth-plugins.ts';

const TIMEOUT_MS = 5_000;

/** @returns a function that throws AppError `provider_unavailable` while the provider does not answer */
export function createOidcAuth(options: AuthOptions & { readonly oidc: OidcProvider }): () => Promise<Auth> {
  const { log, oidc } = options;
  let known: Auth | null = null;
  return async () => {
    if (known) return known;
    try {
      const response = await fetch(discoveryUrl(oidc), { signal: AbortSignal.timeout(TIMEOUT_MS) });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    } catch (err) {
      log.warn({ err, issuer: oidc.issuer }, 'The OpenID Connect provider (OIDC_ISSUER) does not answer');
      throw identityErrors.provider_unavailable();
    }
    known ??= createAuth(options);
    return known;
  };
}
