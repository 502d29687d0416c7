/** Routes that need nobody to be signed in (spec section 2), but for signing in itself and watching. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from './root-route.ts';
import { discoverSearch, embedSearch } from './search-params.ts';

const getParentRoute = () => root;

const information = () => import('./routes/information/pages.tsx');
const checkout = () => import('./routes/money/checkout.tsx');

export const publicRoutes = [
  createRoute({
    getParentRoute,
    path: '/discover',
    validateSearch: discoverSearch,
    component: lazyRouteComponent(() => import('./routes/watch/discover.tsx'), 'DiscoverPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/pro-studio',
    component: lazyRouteComponent(() => import('./routes/streaming/pro-studio.tsx'), 'ProStudioPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/streamer/$username',
    component: lazyRouteComponent(() => import('./routes/watch/streamer.tsx'), 'StreamerPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/embed/$username',
    validateSearch: embedSearch,
    component: lazyRouteComponent(() => import('./routes/watch/embed.tsx'), 'EmbedChannelPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/embed/stream/$id',
    validateSearch: embedSearch,
    component: lazyRouteComponent(() => import('./routes/watch/embed.tsx'), 'EmbedStreamPage'),
  }),
  createRoute({ getParentRoute, path: '/about', component: lazyRouteComponent(information, 'AboutPage') }),
  createRoute({
    getParentRoute,
    path: '/privacy',
    component: lazyRouteComponent(information, 'PrivacyPage'),
  }),
  createRoute({ getParentRoute, path: '/terms', component: lazyRouteComponent(information, 'TermsPage') }),
  createRoute({
    getParentRoute,
    path: '/donations',
    component: lazyRouteComponent(information, 'DonationsPage'),
  }),
  createRoute({ getParentRoute, path: '/faq', component: lazyRouteComponent(information, 'FaqPage') }),
  createRoute({
    getParentRoute,
    path: '/contact',
    component: lazyRouteComponent(() => import('./routes/information/contact.tsx'), 'ContactPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$eventId',
    component: lazyRouteComponent(() => import('./routes/money/event.tsx'), 'EventPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/checkout/stripe/$streamId',
    component: lazyRouteComponent(checkout, 'CheckoutPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/checkout/paypal/$streamId',
    component: lazyRouteComponent(checkout, 'CheckoutPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/checkout/crypto/$streamId',
    component: lazyRouteComponent(checkout, 'CheckoutPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/unsubscribe',
    validateSearch: ({ token }) => ({ token: typeof token === 'string' ? token : '' }),
    component: lazyRouteComponent(() => import('./routes/information/unsubscribe.tsx'), 'UnsubscribePage'),
  }),
] as const;
