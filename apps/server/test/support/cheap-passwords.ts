/**
 * Runs before database tests and sets scrypt to its least cost. A password's hash takes 60 ms of a core by design, and
 * the tests of accounts need hundreds. Child processes and the tests that start them, and the tests of hashing itself,
 * have the real cost.
 */
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { passwordCost } from './password-cost.ts';

const { scrypt } = crypto;
type Callback = Parameters<typeof scrypt>[4];

Object.assign(crypto, {
  scrypt: (password: BinaryLike, salt: BinaryLike, length: number, options: ScryptOptions, done: Callback) =>
    scrypt(password, salt, length, passwordCost.isReal ? options : { ...options, N: 2 }, done),
});
syncBuiltinESMExports();
