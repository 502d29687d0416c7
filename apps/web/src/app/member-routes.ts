/** Routes for signed-in users, then for one role each (spec section 2). */
import { createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { Role } from '@tributary/contracts/shared';
import { tableSearch } from '@/lib/table-search.ts';
import { DashboardRedirect, guarded } from './guard.tsx';
import { root } from './root-route.ts';
import { payoutsSearch, returnSearch } from './search-params.ts';

const getParentRoute = () => root;

const route = <const Path extends string>(path: Path, page: RouteComponent, role?: Role) =>
  createRoute({ getParentRoute, path, component: guarded(page, role && [role]) });

/** An admin's table, which keeps its filters, order and page in the address. */
const tableRoute = <const Path extends string>(path: Path, page: RouteComponent) =>
  createRoute({ getParentRoute, path, validateSearch: tableSearch, component: guarded(page, ['admin']) });

/** A page to which payment pages return. */
const resultRoute = <const Path extends string>(path: Path, page: RouteComponent) =>
  createRoute({ getParentRoute, path, validateSearch: returnSearch, component: guarded(page) });

const profile = () => import('./routes/account/profile.tsx');
const settings = () => import('./routes/account/settings.tsx');
const billing = () => import('./routes/money/billing.tsx');
const viewer = () => import('./routes/dashboards/viewer.tsx');
const results = () => import('./routes/streaming/results.tsx');
const creator = () => import('./routes/dashboards/creator.tsx');
const creatorMoney = () => import('./routes/dashboards/creator-money.tsx');
const overview = () => import('./routes/admin/overview.tsx');
const users = () => import('./routes/admin/users.tsx');
const streams = () => import('./routes/admin/streams.tsx');
const reports = () => import('./routes/admin/reports.tsx');
const instance = () => import('./routes/admin/instance.tsx');
const money = () => import('./routes/admin/money.tsx');
const health = () => import('./routes/admin/health.tsx');
const performance = () => import('./routes/admin/performance.tsx');

export const memberRoutes = [
  createRoute({ getParentRoute, path: '/dashboard', component: DashboardRedirect }),
  route('/profile', lazyRouteComponent(profile, 'ProfilePage')),
  route('/profile/account', lazyRouteComponent(settings, 'AccountPage')),
  route('/profile/security', lazyRouteComponent(settings, 'SecurityPage')),
  route('/billing', lazyRouteComponent(billing, 'BillingPage')),
  route('/billing/receipts/$paymentId', lazyRouteComponent(billing, 'ReceiptPage')),
  route('/subscription-management', lazyRouteComponent(billing, 'SubscriptionsPage')),
  resultRoute('/subscription/success', lazyRouteComponent(billing, 'SubscriptionSuccessPage')),
  resultRoute('/subscription/cancel', lazyRouteComponent(billing, 'SubscriptionCancelPage')),

  route('/dashboard/viewer', lazyRouteComponent(viewer, 'ViewerPage'), 'viewer'),
  route('/dashboard/viewer/profile', lazyRouteComponent(viewer, 'ViewerProfilePage'), 'viewer'),
  route('/dashboard/viewer/following', lazyRouteComponent(viewer, 'FollowingPage'), 'viewer'),
  route('/dashboard/viewer/saved', lazyRouteComponent(viewer, 'SavedPage'), 'viewer'),
  route('/dashboard/viewer/history', lazyRouteComponent(viewer, 'HistoryPage'), 'viewer'),
  route('/dashboard/viewer/moderation', lazyRouteComponent(viewer, 'ModerationPage'), 'viewer'),
  route(
    '/dashboard/viewer/moderation/$username',
    lazyRouteComponent(viewer, 'ModeratedChannelPage'),
    'viewer',
  ),
  route('/dashboard/viewer/notifications', lazyRouteComponent(viewer, 'NotificationsPage'), 'viewer'),
  route('/dashboard/viewer/preferences', lazyRouteComponent(viewer, 'PreferencesPage'), 'viewer'),

  route('/pro-studio/activity', lazyRouteComponent(results, 'ActivityWindowPage'), 'streamer'),
  route('/pro-studio/streams/$id', lazyRouteComponent(results, 'StreamResultsPage'), 'streamer'),
  route('/dashboard/streamer', lazyRouteComponent(creator, 'CreatorPage'), 'streamer'),
  route('/dashboard/streamer/settings', lazyRouteComponent(creator, 'StreamSettingsPage'), 'streamer'),
  route('/dashboard/streamer/profile', lazyRouteComponent(creator, 'CreatorProfilePage'), 'streamer'),
  route('/dashboard/streamer/chat', lazyRouteComponent(creator, 'ChatPage'), 'streamer'),
  route('/dashboard/streamer/vods', lazyRouteComponent(creator, 'RecordingsPage'), 'streamer'),
  route('/dashboard/streamer/clips', lazyRouteComponent(creator, 'ClipsPage'), 'streamer'),
  route('/dashboard/streamer/vods/$id', lazyRouteComponent(creator, 'RecordingPage'), 'streamer'),
  route('/dashboard/creator/earnings', lazyRouteComponent(creatorMoney, 'EarningsPage'), 'streamer'),
  createRoute({
    getParentRoute,
    path: '/dashboard/creator/payouts',
    validateSearch: payoutsSearch,
    component: guarded(lazyRouteComponent(creatorMoney, 'PayoutsPage'), ['streamer']),
  }),
  route(
    '/dashboard/creator/payouts/$payoutId',
    lazyRouteComponent(creatorMoney, 'StatementPage'),
    'streamer',
  ),
  route('/dashboard/creator/tips', lazyRouteComponent(creatorMoney, 'TipsPage'), 'streamer'),
  route(
    '/dashboard/creator/tips/settings',
    lazyRouteComponent(creatorMoney, 'DonationSettingsPage'),
    'streamer',
  ),
  route('/dashboard/creator/tiers', lazyRouteComponent(creatorMoney, 'TiersPage'), 'streamer'),
  route('/dashboard/creator/tiers/new', lazyRouteComponent(creatorMoney, 'NewTierPage'), 'streamer'),
  route('/dashboard/creator/tiers/$tierId', lazyRouteComponent(creatorMoney, 'TierEditorPage'), 'streamer'),
  route('/dashboard/creator/analytics', lazyRouteComponent(creator, 'AnalyticsPage'), 'streamer'),
  route('/dashboard/creator/schedule', lazyRouteComponent(creator, 'SchedulePage'), 'streamer'),
  route('/dashboard/creator/events', lazyRouteComponent(creatorMoney, 'EventsPage'), 'streamer'),
  route('/dashboard/creator/events/new', lazyRouteComponent(creatorMoney, 'NewEventPage'), 'streamer'),
  route(
    '/dashboard/creator/events/$eventId',
    lazyRouteComponent(creatorMoney, 'EventEditorPage'),
    'streamer',
  ),

  route('/dashboard/admin', lazyRouteComponent(overview, 'AdminPage'), 'admin'),
  tableRoute('/dashboard/admin/users', lazyRouteComponent(users, 'AdminUsersPage')),
  route('/dashboard/admin/users/$id', lazyRouteComponent(users, 'AdminUserPage'), 'admin'),
  tableRoute('/dashboard/admin/verification', lazyRouteComponent(users, 'AdminVerificationPage')),
  tableRoute('/dashboard/admin/emotes', lazyRouteComponent(users, 'AdminEmotesPage')),
  tableRoute('/dashboard/admin/streams', lazyRouteComponent(streams, 'AdminStreamsPage')),
  tableRoute('/dashboard/admin/reports', lazyRouteComponent(reports, 'AdminReportsPage')),
  tableRoute('/dashboard/admin/reports/appeals', lazyRouteComponent(reports, 'AdminAppealsPage')),
  route('/dashboard/admin/reports/$id', lazyRouteComponent(reports, 'AdminReportPage'), 'admin'),
  tableRoute('/dashboard/admin/audit', lazyRouteComponent(instance, 'AdminAuditPage')),
  route('/dashboard/admin/settings', lazyRouteComponent(instance, 'AdminSettingsPage'), 'admin'),
  tableRoute('/dashboard/admin/messages', lazyRouteComponent(overview, 'AdminMessagesPage')),
  route('/dashboard/admin/outbox', lazyRouteComponent(instance, 'AdminOutboxPage'), 'admin'),
  route('/dashboard/admin/pages', lazyRouteComponent(overview, 'AdminPagesPage'), 'admin'),
  route('/dashboard/admin/pages/$slug', lazyRouteComponent(overview, 'AdminPageEditorPage'), 'admin'),
  tableRoute('/dashboard/admin/money', lazyRouteComponent(money, 'AdminMoneyPage')),
  tableRoute('/dashboard/admin/money/charges', lazyRouteComponent(money, 'AdminChargesPage')),
  route('/dashboard/admin/money/charges/$id', lazyRouteComponent(money, 'AdminChargePage'), 'admin'),
  tableRoute('/dashboard/admin/money/refunds', lazyRouteComponent(money, 'AdminRefundsPage')),
  tableRoute('/dashboard/admin/money/disputes', lazyRouteComponent(money, 'AdminDisputesPage')),
  tableRoute('/dashboard/admin/money/payouts', lazyRouteComponent(money, 'AdminPayoutsPage')),
  tableRoute('/dashboard/admin/money/webhooks', lazyRouteComponent(money, 'AdminWebhooksPage')),
  tableRoute('/dashboard/admin/money/reconciliation', lazyRouteComponent(money, 'AdminReconciliationsPage')),
  tableRoute(
    '/dashboard/admin/money/reconciliation/$id',
    lazyRouteComponent(money, 'AdminReconciliationPage'),
  ),
  route('/dashboard/admin/money/providers', lazyRouteComponent(money, 'AdminProvidersPage'), 'admin'),
  route('/dashboard/admin/health', lazyRouteComponent(health, 'AdminHealthPage'), 'admin'),
  route('/dashboard/admin/performance', lazyRouteComponent(performance, 'AdminPerformancePage'), 'admin'),
] as const;
