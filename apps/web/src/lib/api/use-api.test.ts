import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { apiQuery } from './api-query.ts';
import { optimistic } from './use-api.ts';

const saved = apiQuery('GET /api/me/saved/:id', { params: { id: 'stream' } });
const shows = optimistic(saved, (_, given: boolean) => ({ saved: given }));

it('shows the result of a change before the response, and the earlier data once the change has failed', async () => {
  const client = new QueryClient();
  client.setQueryData(saved.queryKey, { saved: false });
  const undo = await shows(client, true);
  expect(client.getQueryData(saved.queryKey)).toEqual({ saved: true });
  undo();
  expect(client.getQueryData(saved.queryKey)).toEqual({ saved: false });
  expect(client.getQueryState(saved.queryKey)?.isInvalidated).toBe(true);
  client.clear();
});

it('gives up a read that began before the change, whose answer is older', async () => {
  const client = new QueryClient();
  const read = client.fetchQuery({ queryKey: saved.queryKey, queryFn: () => new Promise<never>(() => {}) });
  await Promise.all([expect(read).rejects.toThrow('CancelledError'), shows(client, true)]);
  expect(client.getQueryData(saved.queryKey)).toEqual({ saved: true });
  client.clear();
});
