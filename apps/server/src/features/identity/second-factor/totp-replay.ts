/**
 * Accepts each code of an authenticator app once (RFC 6238, 5.2; OWASP ASVS 5.0, 6.5.1). better-auth accepts
 * a code any number of times within its window; this hook runs first and uses up the code's time step.
 */
import { createOTP } from '@better-auth/utils/otp';
import { APIError, type createAuthMiddleware } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { pendingTwoFactorUser } from './pending-two-factor-user.ts';
import * as repo from './second-factor.repo.ts';

const STEP_SECONDS = 30;
/** better-auth also accepts the previous and the next step, for clock skew. */
const WINDOW = [-1, 0, 1];

const body = z.object({ code: z.string() });

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Lets wrong codes pass, since better-auth refuses and counts them. */
export function createTotpReplayGuard(db: Database) {
  return async (ctx: Context): Promise<void> => {
    const { code } = body.parse(ctx.body);
    const id = await pendingTwoFactorUser(ctx);
    const factor = id && (await db.read((reader) => repo.findSecret(reader, id)));
    if (!id || !factor) return;
    const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: factor.secret });
    const step = await stepOf(code, secret);
    if (step === null || (await db.transact((tx) => repo.useStep(tx, id, step)))) return;
    throw APIError.from('UNAUTHORIZED', {
      code: 'CODE_USED',
      message: 'That code has already been used. Wait for the next one.',
    });
  };
}

async function stepOf(code: string, secret: string): Promise<number | null> {
  const now = Math.floor(Date.now() / 1000 / STEP_SECONDS);
  const otp = createOTP(secret, { digits: 6, period: STEP_SECONDS });
  const steps = await Promise.all(
    WINDOW.map(async (offset) => ((await otp.hotp(now + offset)) === code ? now + offset : null)),
  );
  return steps.find((step) => step !== null) ?? null;
}
