/** What a sign-up must satisfy before the library takes it. */
import { displayName, username } from '@tributary/contracts';
import { APIError } from 'better-auth/api';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { identityErrors } from './identity.errors.ts';
import { findProfileByUsername } from './identity.repo.ts';
import { isReservedUsername } from './usernames.ts';

const body = z.looseObject({
  email: z.email('Give a valid email address.'),
  password: z.string('Choose a password.'),
  username: z.preprocess(
    (given) => (typeof given === 'string' ? given.trim().toLowerCase() : given),
    username,
  ),
  name: z.preprocess((given) => (given === '' ? undefined : given), displayName.optional()),
  // A picture is uploaded, not pointed at: an address of somebody's choice would watch every viewer.
  image: z.undefined({ error: 'A picture can be set once the account exists.' }).optional(),
});

/**
 * Gives back the body with the username in lower case, and as display name too where none was given.
 * Whether a username is taken is public (`/streamer/{username}`); whether an address is, is not.
 */
export function createSignUpRules(db: Database) {
  return async (given: unknown): Promise<Record<string, unknown>> => {
    const result = body.safeParse(given);
    if (!result.success) {
      throw APIError.from('BAD_REQUEST', {
        code: 'VALIDATION_ERROR',
        message: result.error.issues[0]?.message ?? 'The sign-up cannot be read.',
      });
    }
    const { username, name = username } = result.data;
    if (isReservedUsername(username))
      throw refusal('UNPROCESSABLE_ENTITY', identityErrors.username_reserved());
    if (await db.read((reader) => findProfileByUsername(reader, username))) {
      throw refusal('UNPROCESSABLE_ENTITY', identityErrors.username_taken());
    }
    return { ...result.data, username, name };
  };
}

const refusal = (status: 'UNPROCESSABLE_ENTITY', error: { code: string; message: string }) =>
  APIError.from(status, { code: error.code.toUpperCase(), message: error.message });
