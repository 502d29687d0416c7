import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { apiPages, apiQuery, invalidate } from './api-query.ts';

const client = new QueryClient();
afterEach(() => client.clear());

const outdated = () =>
  client
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.isInvalidated })
    .map(({ queryKey }) => queryKey);

const user = apiQuery('GET /api/admin/users/:id', { params: { id: 'ada' } });
const users = apiQuery('GET /api/admin/users', {});
const saved = apiPages('GET /api/me/saved', {});

function seed(): void {
  for (const { queryKey } of [user, users, saved]) client.setQueryData<unknown>(queryKey, {});
}

test('outdates an operation with any input, but none below it', async () => {
  seed();
  await invalidate(client, ['GET /api/admin/users']);
  expect(outdated()).toEqual([users.queryKey]);
});

test('outdates all operations below a path', async () => {
  seed();
  await invalidate(client, ['GET /api/admin/*']);
  expect(outdated()).toEqual([user.queryKey, users.queryKey]);
});

test('outdates the pages of a list by its operation', async () => {
  seed();
  await invalidate(client, ['GET /api/me/saved']);
  expect(outdated()).toEqual([saved.queryKey]);
});

test('reads a query again whose first read began before the change', async () => {
  const answers = ['old', 'new'];
  const observer = new QueryObserver(client, {
    queryKey: user.queryKey as readonly unknown[],
    queryFn: async () => answers.shift(),
  });
  const unsubscribe = observer.subscribe(() => {});
  await invalidate(client, ['GET /api/admin/users/:id']);
  expect(observer.getCurrentResult().data).toBe('new');
  unsubscribe();
});

test('caches a list of pages separately from a single page of it', () => {
  expect(apiPages('GET /api/me/saved', {}).queryKey).not.toEqual(apiQuery('GET /api/me/saved', {}).queryKey);
});
