/** Routes that visitors can open, signing in included (spec section 2). */
import { createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { prepareStream, readStartOptions } from '@/features/live/prepare.ts';
import { root } from './root-route.ts';
import { NotFound } from './routes/errors/not-found.tsx';
import { HomePage } from './routes/watch/home.tsx';
import {
  checkoutSearch,
  discoverSearch,
  loginSearch,
  profileSearch,
  returnPath,
  returnSearch,
  streamSearch,
  tokenSearch,
} from './search-params.ts';

const getParentRoute = () => root;

const route = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute, path, component });

const embed = () => import('./routes/watch/embed.tsx');
const stream = () => import('./routes/watch/stream.tsx');
const clip = () => import('./routes/watch/clip.tsx');
const streamer = () => import('./routes/watch/streamer.tsx');
const proStudio = () => import('./routes/streaming/pro-studio.tsx');
const startStreaming = () => import('./routes/streaming/start-streaming.tsx');
const pages = () => import('./routes/information/pages.tsx');
const moderation = () => import('./routes/information/moderation.tsx');
const contact = () => import('./routes/information/contact.tsx');
const event = () => import('./routes/money/event.tsx');
const cryptoPayment = () => import('./routes/money/crypto-payment.tsx');
const overlay = () => import('./routes/money/overlay.tsx');
const chat = () => import('./routes/watch/chat.tsx');
const checkout = () => import('./routes/money/checkout.tsx');
const unauthorized = () => import('./routes/errors/unauthorized.tsx');

const isEntered = ({ cause }: { cause: 'preload' | 'enter' | 'stay' }) => cause !== 'stay';

export const publicRoutes = [
  route('/', HomePage),
  createRoute({
    getParentRoute,
    path: '/discover',
    validateSearch: discoverSearch,
    component: lazyRouteComponent(() => import('./routes/watch/discover.tsx'), 'DiscoverPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/s/$username/$slug',
    validateSearch: streamSearch,
    // Another tab is the same stream, whose player is on the page already.
    shouldReload: isEntered,
    loader: ({ context, params, cause }) => prepareStream(context.queryClient, params, cause === 'enter'),
    component: lazyRouteComponent(stream, 'StreamBySlugPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/stream/$id',
    validateSearch: streamSearch,
    // Another tab is the same stream, whose player is on the page already.
    shouldReload: isEntered,
    loader: ({ context, params, cause }) => prepareStream(context.queryClient, params, cause === 'enter'),
    component: lazyRouteComponent(stream, 'StreamByIdPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/embed/$username',
    validateSearch: readStartOptions,
    component: lazyRouteComponent(embed, 'EmbedChannelPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/embed/stream/$id',
    validateSearch: readStartOptions,
    component: lazyRouteComponent(embed, 'EmbedStreamPage'),
  }),
  route('/clips/$id', lazyRouteComponent(clip, 'ClipPage')),
  route('/embed/clip/$id', lazyRouteComponent(clip, 'EmbedClipPage')),
  createRoute({
    getParentRoute,
    path: '/streamer/$username',
    validateSearch: profileSearch,
    component: lazyRouteComponent(streamer, 'StreamerPage'),
  }),
  route('/pro-studio', lazyRouteComponent(proStudio, 'ProStudioPage')),
  route('/start-streaming', lazyRouteComponent(startStreaming, 'StartStreamingPage')),
  route('/events/$eventId', lazyRouteComponent(event, 'EventPage')),
  createRoute({
    getParentRoute,
    path: '/checkout/$method/$streamId',
    validateSearch: returnSearch,
    component: lazyRouteComponent(checkout, 'StreamCheckoutPage'),
  }),
  // Guests can donate; the page asks others to sign in.
  createRoute({
    getParentRoute,
    path: '/billing/checkout',
    validateSearch: checkoutSearch,
    component: lazyRouteComponent(checkout, 'BillingCheckoutPage'),
  }),
  route('/pay/crypto/$checkoutId', lazyRouteComponent(cryptoPayment, 'CryptoPaymentPage')),
  route('/overlay/alerts/$token', lazyRouteComponent(overlay, 'AlertsOverlayPage')),
  route('/overlay/goal/$token', lazyRouteComponent(overlay, 'GoalOverlayPage')),
  route('/overlay/chat/$token', lazyRouteComponent(chat, 'ChatOverlayPage')),
  route('/chat/$username', lazyRouteComponent(chat, 'ChatWindowPage')),

  createRoute({
    getParentRoute,
    path: '/login',
    validateSearch: loginSearch,
    component: lazyRouteComponent(() => import('./routes/auth/login.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/register',
    validateSearch: returnPath,
    component: lazyRouteComponent(() => import('./routes/auth/register.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/reset-password',
    validateSearch: tokenSearch,
    component: lazyRouteComponent(() => import('./routes/auth/reset-password.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/unsubscribe',
    validateSearch: tokenSearch,
    component: lazyRouteComponent(() => import('./routes/information/unsubscribe.tsx'), 'UnsubscribePage'),
  }),

  route('/about', lazyRouteComponent(pages, 'AboutPage')),
  createRoute({
    getParentRoute,
    path: '/appeal',
    validateSearch: tokenSearch,
    component: lazyRouteComponent(moderation, 'AppealPage'),
  }),
  route('/moderation-log', lazyRouteComponent(moderation, 'PublicModerationLogPage')),
  route('/rules', lazyRouteComponent(pages, 'RulesPage')),
  route('/privacy', lazyRouteComponent(pages, 'PrivacyPage')),
  route('/terms', lazyRouteComponent(pages, 'TermsPage')),
  route('/donations', lazyRouteComponent(pages, 'DonationsPage')),
  route('/faq', lazyRouteComponent(pages, 'FaqPage')),
  route('/contact', lazyRouteComponent(contact, 'ContactPage')),
  route('/unauthorized', lazyRouteComponent(unauthorized, 'UnauthorizedPage')),
  route('/404', NotFound),
] as const;
