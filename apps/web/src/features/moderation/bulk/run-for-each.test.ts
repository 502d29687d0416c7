import { expect, it } from 'vitest';
import { runForEach } from './run-for-each.ts';

it('runs an action on each row in turn, and reports the rows on which it has failed', async () => {
  const targets = ['ada', 'ben', 'eve'].map((name) => ({ id: `id of ${name}`, name }));
  const steps: string[] = [];
  const failures = await runForEach(
    targets,
    async ({ name }) => {
      steps.push(name);
      if (name === 'ben') throw new Error('Ben is an admin.');
    },
    (done) => steps.push(`${done} done`),
  );
  expect(steps).toEqual(['ada', '1 done', 'ben', '2 done', 'eve', '3 done']);
  expect(failures).toEqual([{ id: 'id of ben', name: 'ben', reason: expect.any(String) }]);
});
