import { call } from '../api/client.ts';
import type { SessionServer } from './ports.ts';
import { expiryOf } from './token.ts';
import { loadUserParts } from './user-parts.ts';

/** Slower responses count as failures. */
const TIMEOUT_MS = 15_000;

export const sessionServer: SessionServer = {
  async draw() {
    const askedAt = Date.now();
    const grant = await call('POST /api/auth/token', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { accessToken, user } = grant;
    return {
      accessToken,
      expiresAt: expiryOf(accessToken, askedAt) ?? Date.parse(grant.expiresAt),
      userId: user.id,
      email: user.email,
    };
  },
  loadUser: async () => (await call('GET /api/me', { signal: AbortSignal.timeout(TIMEOUT_MS) })).user,
  loadParts: loadUserParts,
  signOut: () => call('POST /api/auth/sign-out'),
};
