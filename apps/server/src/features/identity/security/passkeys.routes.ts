import * as c from '@tributary/contracts/identity';
import type { UserId } from '@tributary/contracts/shared';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { localized } from '#platform/messages/index.ts';
import type { Accounts } from '../account/account.service.ts';
import type { CallAuth } from '../auth/auth-call.ts';
import type { ReplaceSession } from '../auth/sign-in-state.ts';
import { identityErrors } from '../identity.errors.ts';
import type { PasskeyReviews } from './passkey-review.ts';
import type { Prove } from './proof.ts';

export interface PasskeyRoutesOptions {
  readonly call: CallAuth;
  readonly accounts: Accounts;
  readonly prove: Prove;
  readonly reviews: PasskeyReviews;
  readonly replaceSession: ReplaceSession;
}

export function passkeyRoutes(app: FastifyInstance, options: PasskeyRoutesOptions): void {
  const { call, accounts, prove, reviews, replaceSession } = options;
  const json = z.record(z.string(), z.unknown());

  const remove = async (userId: UserId, id: string) => {
    await accounts.deletePasskey(userId, id);
    await accounts.notify(userId, localized('mail.security.passkeyDeleted'));
  };

  // `createPasskey` needs a challenge from this endpoint, so the proof counts for both.
  route(app, c.passkeyCreationOptions, async ({ body, caller, ...http }) => {
    await prove(http, caller, body);
    return json.parse((await call(http, 'GET', '/passkey/generate-register-options')).body);
  });
  route(app, c.createPasskey, async ({ body, caller, ...http }) => {
    await call(http, 'POST', '/passkey/verify-registration', body);
    await accounts.notify(caller.userId, localized('mail.security.passkeyAdded'));
  });
  route(app, c.passkeyRequestOptions, async (http) =>
    json.parse((await call(http, 'GET', '/passkey/generate-authenticate-options')).body),
  );
  route(app, c.signInWithPasskey, async ({ body, findCaller, ...http }) => {
    await replaceSession(findCaller, () => call(http, 'POST', '/passkey/verify-authentication', body));
    return { state: 'signed_in' as const };
  });
  route(app, c.deletePasskey, async ({ body, caller, ...http }) => {
    await prove(http, caller, body);
    await remove(caller.userId, body.id);
  });
  route(app, c.deletePasskeyAfterReset, async ({ body }) => {
    const owner = await reviews.owner(body.reviewToken);
    if (!owner) throw identityErrors.review_ended();
    await remove(owner, body.id);
  });
}
