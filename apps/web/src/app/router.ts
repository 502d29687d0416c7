import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import type { PAGE_PATHS } from '@tributary/contracts/shared';
import { previousPage } from '@/lib/browser/previous-page.ts';
import { memberRoutes } from './member-routes.ts';
import { publicRoutes } from './public-routes.ts';
import { root } from './root-route.ts';
import { ErrorScreen } from './routes/errors/error-screen.tsx';
import { NotFound } from './routes/errors/not-found.tsx';

const routeTree = root.addChildren([...publicRoutes, ...memberRoutes]);

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // Without this, parameters that a page's `validateSearch` drops would still reach the page.
    search: { strict: true },
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFound,
    // Scrolls to the top of a new page, and restores the position on the way back.
    scrollRestoration: true,
  });
  // `RouterProvider` subscribes the same function when it mounts. By then, a user may have gone elsewhere.
  router.history.subscribe(router.load);
  // A link to the page that is already open leads to its top too.
  router.subscribe('onBeforeNavigate', ({ hrefChanged, pathChanged, fromLocation }) => {
    if (!hrefChanged) scrollTo(0, 0);
    if (pathChanged && fromLocation) previousPage.href = fromLocation.href;
  });
  return router;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The way that led to the page, other than a link on the previous one. */
    via?: 'raid' | 'notification';
  }
  interface Register {
    router: AppRouter;
  }
}

type RoutePath = Exclude<keyof AppRouter['routesByPath'], '/404'>;
type PagePath = (typeof PAGE_PATHS)[number];
// Fails to compile if the routes differ from the paths for which the server sends the app.
true satisfies [RoutePath, PagePath] extends [PagePath, RoutePath] ? true : never;
