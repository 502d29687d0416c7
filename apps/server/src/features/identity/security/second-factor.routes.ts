import * as c from '@tributary/contracts/identity';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { localized } from '#platform/messages/index.ts';
import type { Accounts } from '../account/account.service.ts';
import { type AttemptLimiter, PROOF_LIMIT } from '../attempts/attempt-limiter.ts';
import type { CallAuth } from '../auth/auth-call.ts';
import type { Prove } from './proof.ts';

export function twoFactorRoutes(
  app: FastifyInstance,
  call: CallAuth,
  limiter: AttemptLimiter,
  accounts: Accounts,
  prove: Prove,
): void {
  const guess = (userId: string) => limiter.limit(`proof:${userId}`, PROOF_LIMIT);

  route(app, c.confirmIdentity, async ({ body, caller, ...http }) => {
    await prove(http, caller, body);
    await accounts.markProven(caller.sessionId);
  });
  route(app, c.enableTwoFactor, async ({ body, caller, ...http }) => {
    await prove(http, caller, body);
    const { body: answer } = await call(http, 'POST', '/two-factor/enable', { ...body, method: 'totp' });
    const { totpURI, backupCodes } = z
      .object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
      .parse(answer);
    return { totpUri: totpURI, backupCodes };
  });
  route(app, c.disableTwoFactor, async ({ body, caller, ...http }) => {
    await prove(http, caller, body);
    await call(http, 'POST', '/two-factor/disable', body);
    await accounts.notify(caller.userId, localized('mail.security.twoFactorOff'));
  });
  route(app, c.replaceBackupCodes, async ({ body, caller, ...http }) => {
    await prove(http, caller, body);
    const { body: answer } = await call(http, 'POST', '/two-factor/generate-backup-codes', body);
    return z.object({ backupCodes: z.array(z.string()) }).parse(answer);
  });
  route(app, c.verifyTotp, async ({ body, findCaller, ...http }) => {
    const caller = await findCaller();
    if (caller) await guess(caller.userId);
    await call({ ...http, signedOut: !caller }, 'POST', '/two-factor/verify-totp', body);
    if (caller) await accounts.notify(caller.userId, localized('mail.security.twoFactorOn'));
    return { state: 'signed_in' as const };
  });
  route(app, c.verifyBackupCode, async ({ body, findCaller, ...http }) => {
    const caller = await findCaller();
    if (caller) await guess(caller.userId);
    await call({ ...http, signedOut: !caller }, 'POST', '/two-factor/verify-backup-code', body);
    return { state: 'signed_in' as const };
  });
}
