import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { prepareStream } from '@/features/live/prepare.ts';
import { ErrorScreen } from './error-screen.tsx';
import { guarded } from './guard.tsx';
import { loginSearch } from './login-search.ts';
import { memberRoutes } from './member-routes.ts';
import { NotFound } from './not-found.tsx';
import { publicRoutes } from './public-routes.ts';
import { returnPath } from './return-path.ts';
import { root } from './root-route.ts';
import { HomePage } from './routes/home.tsx';

const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: loginSearch,
  component: lazyRouteComponent(() => import('./routes/login.tsx'), 'LoginPage'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: returnPath,
  component: lazyRouteComponent(() => import('./routes/register.tsx'), 'RegisterPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: ({ token }) => ({ token: typeof token === 'string' ? token : '' }),
  component: lazyRouteComponent(() => import('./routes/reset-password.tsx'), 'ResetPasswordPage'),
});

const unauthorized = createRoute({
  getParentRoute: () => root,
  path: '/unauthorized',
  component: lazyRouteComponent(() => import('./routes/unauthorized.tsx'), 'UnauthorizedPage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/profile/account',
  component: guarded(lazyRouteComponent(() => import('./routes/account.tsx'), 'AccountPage')),
});

const security = createRoute({
  getParentRoute: () => root,
  path: '/profile/security',
  component: guarded(lazyRouteComponent(() => import('./routes/account.tsx'), 'SecurityPage')),
});

const startStreaming = createRoute({
  getParentRoute: () => root,
  path: '/start-streaming',
  component: lazyRouteComponent(() => import('./routes/start-streaming.tsx'), 'StartStreamingPage'),
});

const streamBySlug = createRoute({
  getParentRoute: () => root,
  path: '/s/$username/$slug',
  loader: ({ context, params, cause }) => prepareStream(context.queryClient, params, cause === 'enter'),
  component: lazyRouteComponent(() => import('./routes/stream.tsx'), 'StreamBySlugPage'),
});

const streamById = createRoute({
  getParentRoute: () => root,
  path: '/stream/$id',
  loader: ({ context, params, cause }) => prepareStream(context.queryClient, params, cause === 'enter'),
  component: lazyRouteComponent(() => import('./routes/stream.tsx'), 'StreamByIdPage'),
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
