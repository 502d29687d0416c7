import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { NotFound } from './routes/errors/not-found.tsx';
import { Shell } from './shell/shell.tsx';

export interface RouterContext {
  queryClient: QueryClient;
}

/** The root of all routes, which renders the shell. */
export const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: NotFound,
});
