import { afterAll } from 'vitest';

/** Whether passwords are hashed at the cost of the product. */
export const passwordCost = { isReal: false };

/**
 * Hashes the passwords of a test file at the cost of the product, since another process checks them. Called at the top
 * of the file: the worker goes on to other files.
 */
export function hashPasswordsAtRealCost(): void {
  passwordCost.isReal = true;
  afterAll(() => {
    passwordCost.isReal = false;
  });
}
