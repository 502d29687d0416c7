/** Schemas write amounts with `amountIn`, since only the instance knows its currency. */
import * as contracts from '@tributary/contracts/all';
import { expect, it } from 'vitest';
import { z } from 'zod';

interface Field {
  readonly name: string;
  readonly schema: z.ZodType;
}

/** The fields of a schema, also of what is nested, optional or one of several. */
function fieldsOf(schema: unknown, name: string): Field[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => fieldsOf(field, key));
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, name);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldsOf(option, name));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap(), name);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in, name);
  return schema instanceof z.ZodType ? [{ name, schema }] : [];
}

const bodies = Object.values(contracts)
  .flatMap<unknown>(Object.values)
  .flatMap((one) => (one && typeof one === 'object' && 'path' in one && 'body' in one ? [one.body] : []));
const amounts = bodies
  .flatMap((body) => fieldsOf(body, 'body'))
  .filter(
    ({ name, schema }) => schema instanceof z.ZodNumber && /amount|price|cents|presets|minimum$/i.test(name),
  );

it('no message about an amount contains a number that is not written as money', () => {
  expect(new Set(amounts.map(({ name }) => name))).toEqual(
    new Set([
      'amount',
      'presets',
      'targetAmount',
      'minimumAmount',
      'priceCents',
      'priceMonthly',
      'priceYearly',
      'payoutMinimumCents',
    ]),
  );
  for (const { name, schema } of amounts)
    for (const wrong of [-1, 0.5, 1, 50, 99, 1e9, 1e12, 'ten', null]) {
      const messages = schema.safeParse(wrong).error?.issues.map(({ message }) => message) ?? [];
      // Zero is what makes something free, in any currency.
      for (const message of messages)
        expect(message.replaceAll(/\{amount \d+\}/g, '').replaceAll(/\b0\b/g, ''), name).not.toMatch(/\d/);
    }
});
