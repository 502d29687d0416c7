/**
 * Parses parameters of Stripe's API in the form `a[b][0]=c`, and checks them one by one. As at Stripe, an unknown,
 * missing or malformed parameter is an error.
 */
import { z } from 'zod';
import { invalid } from './stripe-errors.ts';

type Tree = string | Tree[] | { [name: string]: Tree };

const MONEY_MAX = 99_999_999;

export const text = z.string().min(1).max(5000);
export const integer = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number);
export const amount = integer.pipe(z.int().min(0).max(MONEY_MAX));
export const percent = z
  .string()
  .regex(/^\d+(\.\d{1,2})?$/)
  .transform(Number)
  .pipe(z.number().min(0).max(100));
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const currency = z.string().regex(/^[a-z]{3}$/);
export const url = z.url({ protocol: /^https?$/ }).max(5000);
export const email = z.email();
export const metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50);
export const expand = z.array(text).max(20).optional();
export const pagination = {
  limit: integer.pipe(z.int().min(1).max(100)).default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
  expand,
};

/** @throws StripeAnswerError with the code of the first wrong parameter */
export function checkParameters<T>(schema: z.ZodType<T>, form: string): T {
  const tree = parseForm(form);
  const { data, error } = schema.safeParse(tree);
  if (!error) return data as T;
  const [issue] = error.issues;
  if (!issue) throw invalid('Invalid request.');
  if (issue.code === 'unrecognized_keys') {
    const name = nameOf([...issue.path, issue.keys[0] ?? '']);
    throw invalid(`Received unknown parameter: ${name}`, 'parameter_unknown', name);
  }
  const name = nameOf(issue.path);
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) {
    throw invalid(`Missing required param: ${name}.`, 'parameter_missing', name);
  }
  const value = z.string().safeParse(valueAt(tree, issue.path)).data ?? 'this value';
  throw invalid(`Invalid ${name}: ${value}. ${issue.message}`, 'parameter_invalid', name);
}

const valueAt = (tree: Tree, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((node, part) => (node as Record<PropertyKey, unknown> | undefined)?.[part], tree);

const nameOf = ([first, ...rest]: readonly PropertyKey[]): string =>
  String(first) + rest.map((part) => `[${String(part)}]`).join('');

function parseForm(form: string): Tree {
  const root: { [name: string]: Tree } = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    let node = root;
    for (const part of path.slice(0, -1)) {
      const next = node[part] ?? {};
      if (typeof next !== 'object' || Array.isArray(next)) throw invalid(`Invalid ${name}`);
      node[part] = next;
      node = next;
    }
    node[path.at(-1) ?? ''] = value;
  }
  return withArrays(root);
}

/** Converts objects whose names are 0, 1, 2, ... to lists. */
function withArrays(tree: Tree): Tree {
  if (typeof tree === 'string' || Array.isArray(tree)) return tree;
  const entries = Object.entries(tree).map(([name, value]) => [name, withArrays(value)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}
