/**
 * The sign-in library with the configured provider. It asks the provider for its metadata when it is
 * made, and never again: so it is made once the provider answers, and a provider that is away holds up
 * nobody who signs in otherwise.
 */

import { identityErrors } from '../identity.errors.ts';
import { type Auth, type AuthOptions, createAuth } from './auth.ts';
import { discoveryUrl, type OidcProvider } from './auth-plugins.ts';

const ANSWERS_WITHIN_MS = 5_000;

/** @returns the library; @throws AppError `provider_away` */
export function createAuthElsewhere(
  options: AuthOptions & { readonly oidc: OidcProvider },
): () => Promise<Auth> {
  const { log, oidc } = options;
  let known: Auth | null = null;
  return async () => {
    if (known) return known;
    try {
      const response = await fetch(discoveryUrl(oidc), { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`It answered ${response.status}.`);
    } catch (err) {
      log.warn({ err, issuer: oidc.issuer }, 'The provider of OIDC_ISSUER does not answer');
      throw identityErrors.provider_away();
    }
    known ??= createAuth(options);
    return known;
  };
}
