import { expect, it } from 'vitest';
import { seedDemo } from './seed-demo.ts';

it('requests each step once, in order, and continues after a failure', async () => {
  const asked: string[] = [];
  const results = await seedDemo(async (step) => {
    asked.push(step);
    if (asked.length === 1) throw new Error('no answer');
    if (asked.length === 2) return undefined;
    return { success: true, error: null };
  });
  expect(asked).toEqual([
    'POST /api/functions/seed-demo-users',
    'POST /api/functions/seed-demo-streams',
    'POST /api/functions/seed-admin-data',
  ]);
  expect(results).toEqual([
    { success: false, error: 'Seeding failed' },
    { success: false, error: 'Edge function returned no data' },
    { success: true, error: null },
  ]);
});
