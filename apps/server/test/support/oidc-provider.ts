/** An OpenID Connect provider: the npm package oidc-provider. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface Claims {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name?: string;
  readonly preferred_username?: string;
}

/**
 * Provider and instance need each other's URL: the provider listens first, then the instance starts, then the
 * provider is created. Until `start`, it answers 503.
 */
export async function listenAsProvider() {
  const people = new Map<string, Claims>();
  let answer: RequestListener = (_req, res) => res.writeHead(503).end();
  const front = createServer((req, res) => answer(req, res));
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const issuer = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const client = { client_id: 'tributary', client_secret: 'a secret of the client' };
  return {
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    people,
    /** @param url the instance's URL, for the redirect */
    make: (url: string) =>
      new Provider(issuer, {
        clients: [{ ...client, redirect_uris: [`${url}/api/auth/callback/oidc`], response_types: ['code'] }],
        claims: { email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
        conformIdTokenClaims: false,
        findAccount: (_ctx, id) => {
          const claims = people.get(id);
          return claims && { accountId: id, claims: () => ({ ...claims }) };
        },
        pkce: { required: () => true },
        cookies: { keys: ['a key of the tests'] },
      }),
    start(provider: Provider) {
      answer = provider.callback();
    },
    async close() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}
