/**
 * What the sign-in library does not know it takes for a fault of its own, or of whoever asked: a sign-up
 * would be refused as invalid while the database is away. Here its adapter tells of that in the
 * library's own errors, which it passes on.
 */
import { APIError } from 'better-auth/api';
import { translate } from '#platform/db/database.ts';
import { AppError } from '#platform/errors.ts';
import type { AdapterFactory } from './session-tokens.ts';

export function withOutages(create: AdapterFactory): AdapterFactory {
  return (options) => {
    const inner = create(options);
    const told = telling(inner);
    return {
      ...told,
      transaction: (callback) => told.transaction((trx) => callback({ ...telling(trx) })),
    };
  };
}

function telling<Adapter extends object>(adapter: Adapter): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        try {
          return await Reflect.apply(member, target, args);
        } catch (error) {
          throw libraryErrorOf(error);
        }
      };
    },
  });
}

function libraryErrorOf(error: unknown): unknown {
  const told = translate(error);
  if (!(told instanceof AppError) || told.kind !== 'unavailable') return error;
  const { code, message } = told;
  return Object.assign(APIError.from('SERVICE_UNAVAILABLE', { code: code.toUpperCase(), message }), {
    cause: error,
  });
}
