/** The markup of a component that reads queries and links to pages, without a browser. */
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { vi } from 'vitest';

/** @param data what queries have loaded @returns the text, with a space in place of each tag */
export async function textOf(
  element: ReactNode,
  data: readonly (readonly [QueryKey, unknown])[] = [],
): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const [key, loaded] of data) client.setQueryData(key, loaded);
  const router = createRouter({
    routeTree: createRootRoute({ component: () => element }),
    history: createMemoryHistory(),
    isServer: true,
  });
  await router.load();
  // No page brought the answers to its first queries.
  vi.stubGlobal('document', { getElementById: () => null });
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  client.clear();
  vi.unstubAllGlobals();
  return markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
