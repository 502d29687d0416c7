import { amountIn } from '@tributary/contracts/shared';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiProblem } from '@/lib/api/client.ts';
import { placeErrors, textResolver } from './problem-form.ts';

const FIELDS = ['username', 'email', 'password'] as const;

function problem(status: number, code: string, errors?: { pointer: string; detail: string }[]): ApiProblem {
  return new ApiProblem({
    type: 'about:blank',
    title: code,
    status,
    code,
    instance: '',
    ...(errors && { errors }),
  });
}

describe('placeErrors', () => {
  it('assigns errors by the pointers of a problem document', () => {
    const error = problem(400, 'invalid', [
      { pointer: '/email', detail: 'No such host.' },
      { pointer: '/other', detail: 'Unseen.' },
    ]);
    expect(placeErrors(error, FIELDS)).toEqual([{ field: 'email', message: 'No such host.' }]);
  });

  it('assigns an error of an entry to the entry', () => {
    const error = problem(400, 'invalid', [{ pointer: '/links/2', detail: 'Enter a link.' }]);
    expect(placeErrors(error, ['links'])).toEqual([{ field: 'links.2', message: 'Enter a link.' }]);
  });

  it.each([
    ['username_taken', 'username'],
    ['password_too_short', 'password'],
    ['invalid_email_or_password', 'root'],
    ['rate_limited', 'root'],
  ])('assigns %s to %s', (code, field) => {
    expect(placeErrors(problem(422, code), FIELDS)).toEqual([{ field, message: code }]);
  });

  it('assigns a server failure or a bug to the whole form', () => {
    expect(placeErrors(problem(500, 'password_store'), FIELDS)[0]?.field).toBe('root');
    expect(placeErrors(new TypeError('x is undefined'), FIELDS)).toEqual([
      { field: 'root', message: 'An unexpected error occurred' },
    ]);
  });
});

describe('textResolver', () => {
  const schema = z.object({
    priceCents: z.number().min(100, `Enter at least ${amountIn(100)}.`),
    presets: z.array(z.number().int('Enter whole numbers.')),
  });
  const resolve = textResolver(schema, {
    editOf: ({ price, presets }: { price: string; presets: string }) => ({
      priceCents: Number(price) * 100,
      presets: presets.split(' ').map(Number),
    }),
    currency: 'USD',
    fieldOf: { priceCents: 'price' },
  });
  const errorsOf = async (entered: { price: string; presets: string }) =>
    (await resolve(entered, undefined, { fields: {}, shouldUseNativeValidation: false })).errors;

  it('shows the refusal of a property at its field, with amounts in the currency', async () => {
    expect(await errorsOf({ price: '0.5', presets: '5' })).toMatchObject({
      price: { message: 'Enter at least $1.00.' },
    });
  });

  it('shows the first refusal among the entries that one text holds', async () => {
    expect(await errorsOf({ price: '1', presets: '5 0.5 0.1' })).toEqual({
      presets: { type: 'schema', message: 'Enter whole numbers.' },
    });
    expect(await errorsOf({ price: '1', presets: '5 6' })).toEqual({});
  });
});
