import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { prepareStream } from '@/features/live/prepare.ts';
import { guarded } from './guard.tsx';
import { memberRoutes } from './member-routes.ts';
import { publicRoutes } from './public-routes.ts';
import { root } from './root-route.ts';
import { ErrorScreen } from './routes/errors/error-screen.tsx';
import { NotFound } from './routes/errors/not-found.tsx';
import { HomePage } from './routes/watch/home.tsx';
import { loginSearch, returnPath } from './search-params.ts';

const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: loginSearch,
  component: lazyRouteComponent(() => import('./routes/auth/login.tsx'), 'LoginPage'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: returnPath,
  component: lazyRouteComponent(() => import('./routes/auth/register.tsx'), 'RegisterPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: ({ token }) => ({ token: typeof token === 'string' ? token : '' }),
  component: lazyRouteComponent(() => import('./routes/auth/reset-password.tsx'), 'ResetPasswordPage'),
});

const unauthorized = createRoute({
  getParentRoute: () => root,
  path: '/unauthorized',
  component: lazyRouteComponent(() => import('./routes/errors/unauthorized.tsx'), 'UnauthorizedPage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/profile/account',
  component: guarded(lazyRouteComponent(() => import('./routes/account/settings.tsx'), 'AccountPage')),
});

const security = createRoute({
  getParentRoute: () => root,
  path: '/profile/security',
  component: guarded(lazyRouteComponent(() => import('./routes/account/settings.tsx'), 'SecurityPage')),
});

const startStreaming = createRoute({
  getParentRoute: () => root,
  path: '/start-streaming',
  component: lazyRouteComponent(() => import('./routes/streaming/start-streaming.tsx'), 'StartStreamingPage'),
});

const streamBySlug = createRoute({
  getParentRoute: () => root,
  path: '/s/$username/$slug',
  loader: ({ context, params, cause }) => prepareStream(context.queryClient, params, cause === 'enter'),
  component: lazyRouteComponent(() => import('./routes/watch/stream.tsx'), 'StreamBySlugPage'),
});

const streamById = createRoute({
  getParentRoute: () => root,
  path: '/stream/$id',
  loader: ({ context, params, cause }) => prepareStream(context.queryClient, params, cause === 'enter'),
  component: lazyRouteComponent(() => import('./routes/watch/stream.tsx'), 'StreamByIdPage'),
});

const notFound = createRoute({ getParentRoute: () => root, path: '/404', component: NotFound });

const routeTree = root.addChildren([
  home,
  login,
  register,
  resetPassword,
  unauthorized,
  account,
  security,
  startStreaming,
  streamBySlug,
  streamById,
  ...publicRoutes,
  ...memberRoutes,
  notFound,
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // What a page's reader of its address leaves out is gone: else it would reach the page all the same.
    search: { strict: true },
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFound,
    // To the top on every new page; back to where one was on the way back.
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
