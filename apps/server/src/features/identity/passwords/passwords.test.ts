import { describe, expect, it } from 'vitest';
import { createPasswords, generatePassword } from './passwords.ts';

const password = 'correct horse battery';

describe('passwords', () => {
  const passwords = createPasswords({ maxConcurrent: 2, maxQueued: 3 });

  it('are verified against their salted hash', async () => {
    const [a, b] = await Promise.all([passwords.hash(password), passwords.hash(password)]);
    expect(a).not.toBe(b);
    expect(await passwords.verify({ hash: a, password })).toBe(true);
    expect(await passwords.verify({ hash: a, password: `${password} ` })).toBe(false);
  });

  it('do not block the event loop while they are hashed', async () => {
    const order: string[] = [];
    const hashing = passwords.hash(password).then(() => order.push('hashed'));
    await new Promise((resolve) => setImmediate(resolve));
    order.push('other work');
    await hashing;
    expect(order).toEqual(['other work', 'hashed']);
  });

  it('are refused beyond the queue limit', async () => {
    const flood = await Promise.allSettled(Array.from({ length: 8 }, () => passwords.hash(password)));
    const refused = flood.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(8 - 5);
    expect(refused[0]).toMatchObject({ reason: { statusCode: 503 } });
    expect(await passwords.hash('afterwards')).toContain(':');
  });

  it('are generated long, legible and unique', () => {
    const many = Array.from({ length: 100 }, () => generatePassword());
    expect(new Set(many).size).toBe(100);
    for (const one of many) expect(one).toMatch(/^[A-HJ-NP-Za-km-z2-9]{20}$/);
  });
});
