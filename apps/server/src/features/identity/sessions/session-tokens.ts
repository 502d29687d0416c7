/**
 * Session tokens at rest. better-auth stores the cookie's token in plain text; this wraps its database
 * adapter so that the database holds only the SHA-256 of a token and reading the database does not let
 * anyone sign in. A token has 190 random bits, so an unsalted hash is enough.
 *
 * A lookup by token returns the plain token. Rows found otherwise (all sessions of a user) have an empty
 * token, since the plain one is unknown; such sessions are identified by their ids.
 */
import { createHash } from 'node:crypto';
import type { BetterAuthOptions, DBAdapter, DBTransactionAdapter, Where } from 'better-auth';

export type AdapterFactory = (options: BetterAuthOptions) => DBAdapter<BetterAuthOptions>;

/** @returns the stored form: 43 characters of base64url */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function withHashedSessionTokens(create: AdapterFactory): AdapterFactory {
  return (options) => {
    const inner = create(options);
    return {
      ...wrap(inner),
      transaction: (callback) => inner.transaction((trx) => callback(wrap(trx))),
    };
  };
}

type Adapter = DBTransactionAdapter<BetterAuthOptions>;

function wrap(inner: Adapter): Adapter {
  return {
    ...inner,
    create: async (input) => {
      if (!isSession(input.model)) return inner.create(input);
      const tokens: Tokens = new Map();
      return reveal(await inner.create({ ...input, data: hashField(input.data, tokens) }), tokens);
    },
    findOne: (input) => lookUp(input, (hashed) => inner.findOne(hashed)),
    findMany: (input) => lookUpAll(input, (hashed) => inner.findMany(hashed)),
    update: async (input) => {
      if (!isSession(input.model)) return inner.update(input);
      const tokens: Tokens = new Map();
      const where = hashWhere(input.where, tokens);
      return reveal(await inner.update({ ...input, where, update: hashField(input.update, tokens) }), tokens);
    },
    updateMany: (input) =>
      inner.updateMany(
        isSession(input.model)
          ? { ...input, where: hashWhere(input.where), update: hashField(input.update) }
          : input,
      ),
    count: (input) => inner.count(hashInput(input)),
    delete: (input) => inner.delete(hashInput(input)),
    deleteMany: (input) => inner.deleteMany(hashInput(input)),
    consumeOne: (input) => lookUp(input, (hashed) => inner.consumeOne(hashed)),
    incrementOne: (input) => lookUp(input, (hashed) => inner.incrementOne(hashed)),
  };
}

/** The plain tokens of one operation, by hash. */
type Tokens = Map<string, string>;

/** better-auth calls the model `session`; a caller may also use our table's name. */
const isSession = (model: string) => model === 'session' || model === 'sessions';

function hash(token: string, tokens: Tokens): string {
  const hashed = hashSessionToken(token);
  tokens.set(hashed, token);
  return hashed;
}

async function lookUp<Input extends { model: string; where: Where[] }, T>(
  input: Input,
  find: (input: Input) => Promise<T | null>,
): Promise<T | null> {
  if (!isSession(input.model)) return find(input);
  const tokens: Tokens = new Map();
  return reveal(await find({ ...input, where: hashWhere(input.where, tokens) }), tokens);
}

async function lookUpAll<Input extends { model: string; where?: Where[] | undefined }, T>(
  input: Input,
  find: (input: Input) => Promise<T[]>,
): Promise<T[]> {
  if (!isSession(input.model)) return find(input);
  const tokens: Tokens = new Map();
  const rows = await find({ ...input, where: hashWhere(input.where ?? [], tokens) });
  return rows.map((row) => reveal(row, tokens));
}

function hashInput<Input extends { model: string; where?: Where[] | undefined }>(input: Input): Input {
  return isSession(input.model) && input.where ? { ...input, where: hashWhere(input.where) } : input;
}

function hashWhere(where: Where[], tokens: Tokens = new Map()): Where[] {
  return where.map((condition) => {
    if (condition.field !== 'token') return condition;
    const { value, operator = 'eq' } = condition;
    if (operator === 'eq' && typeof value === 'string') return { ...condition, value: hash(value, tokens) };
    if (operator === 'in' && Array.isArray(value)) {
      return { ...condition, value: value.map((token) => hash(String(token), tokens)) };
    }
    throw new Error(
      `Cannot look up sessions by token with the operator "${operator}": only its hash is stored`,
    );
  });
}

function hashField<Data extends Record<string, unknown>>(data: Data, tokens: Tokens = new Map()): Data {
  const { token } = data;
  return typeof token === 'string' ? { ...data, token: hash(token, tokens) } : data;
}

function reveal<T>(row: T, tokens: Tokens): T {
  if (typeof row !== 'object' || row === null || !('token' in row)) return row;
  return { ...row, token: tokens.get(String(row.token)) ?? '' };
}
