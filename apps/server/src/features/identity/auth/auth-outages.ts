/**
 * Reports a database outage to better-auth as an API error of its own, which it passes on. It treats any other error as
 * its own failure or as the caller's: a sign-up would be refused as invalid during an outage.
 */
import { APIError } from 'better-auth/api';
import { translate } from '#platform/db/database.ts';
import { AppError } from '#platform/errors.ts';
import type { AdapterFactory } from '../sessions/session-tokens.ts';

export function withOutages(create: AdapterFactory): AdapterFactory {
  return (options) => {
    const inner = create(options);
    const translated = translating(inner);
    return {
      ...translated,
      transaction: (callback) => translated.transaction((trx) => callback({ ...translating(trx) })),
    };
  };
}

function translating<Adapter extends object>(adapter: Adapter): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        try {
          return await Reflect.apply(member, target, args);
        } catch (error) {
          throw authErrorOf(error);
        }
      };
    },
  });
}

function authErrorOf(error: unknown): unknown {
  const translated = translate(error);
  if (!(translated instanceof AppError) || translated.kind !== 'unavailable') return error;
  const { code, message } = translated;
  return Object.assign(APIError.from('SERVICE_UNAVAILABLE', { code: code.toUpperCase(), message }), {
    cause: error,
  });
}
