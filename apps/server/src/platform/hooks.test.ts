import { expect, it } from 'vitest';
import type { Writer } from './db/database.ts';
import { createHooks, defineHook } from './hooks.ts';

const greeting = defineHook<{ name: string }>('test.greeting');
const other = defineHook<{ name: string }>('test.greeting');
const tx = {} as Writer;

it('runs the handlers of a hook one after another in their order, and stops at a failure', async () => {
  const hooks = createHooks();
  const calls: string[] = [];
  hooks.on(greeting, async (_tx, { name }) => {
    await Promise.resolve();
    calls.push(`first ${name}`);
  });
  hooks.on(greeting, async (_tx, { name }) => {
    calls.push(`second ${name}`);
    if (name === 'Bob') throw new Error('no Bob');
  });
  hooks.on(greeting, async (_tx, { name }) => void calls.push(`third ${name}`));
  hooks.on(other, async () => expect.fail('another hook of the same name'));
  await hooks.run(tx, greeting, { name: 'Ada' });
  expect(calls).toEqual(['first Ada', 'second Ada', 'third Ada']);
  await expect(hooks.run(tx, greeting, { name: 'Bob' })).rejects.toThrow('no Bob');
  expect(calls.slice(3)).toEqual(['first Bob', 'second Bob']);
});
