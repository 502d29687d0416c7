/** A provider of OpenID Connect that people sign in at: the npm package oidc-provider. */
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
 * Each must know the other's address: the provider listens, then the instance, then the provider
 * answers. Until `start` it is a provider that is away.
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
    /** @param url of the instance, to which people are led back */
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
