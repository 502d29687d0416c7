import { defineErrors } from '#platform/errors.ts';

export const seedingErrors = defineErrors('demo', {
  not_a_demo: 'forbidden',
});

/** Why a step of the seeding failed, in the words of spec section 8; the cause is in the log. */
export const SEEDING_FAILURES = {
  users: 'Failed to seed demo users',
  check: 'Failed to check streams',
  streams: 'Failed to seed streams',
  nobody: 'No users found to seed admin data',
  any: 'Seeding failed',
} as const;
