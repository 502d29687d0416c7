import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { NotFound } from './routes/errors/not-found.tsx';
import { Shell } from './shell/shell.tsx';

export interface RouterContext {
  queryClient: QueryClient;
}

/** What every route hangs from: the shell around them all. */
export const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: NotFound,
});
