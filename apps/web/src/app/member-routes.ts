/** Routes behind the guard: for whoever is signed in, then for one role each (spec section 2). */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { tableSearch } from '@/lib/table-search.ts';
import { guarded } from './guard.tsx';
import { root } from './root-route.ts';

const getParentRoute = () => root;

const money = () => import('./routes/money/billing.tsx');
const viewer = () => import('./routes/dashboards/viewer.tsx');
const streamer = () => import('./routes/dashboards/creator.tsx');
const admin = () => import('./routes/admin/overview.tsx');
const adminPeople = () => import('./routes/admin/users.tsx');
const adminInstance = () => import('./routes/admin/instance.tsx');

export const memberRoutes = [
  createRoute({
    getParentRoute,
    path: '/dashboard',
    component: guarded(
      lazyRouteComponent(() => import('./routes/dashboards/dashboard.tsx'), 'DashboardPage'),
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/profile',
    component: guarded(lazyRouteComponent(() => import('./routes/account/profile.tsx'), 'ProfilePage')),
  }),
  createRoute({
    getParentRoute,
    path: '/billing',
    component: guarded(lazyRouteComponent(money, 'BillingPage')),
  }),
  createRoute({
    getParentRoute,
    path: '/billing/checkout',
    component: guarded(lazyRouteComponent(money, 'BillingCheckoutPage')),
  }),
  createRoute({
    getParentRoute,
    path: '/subscription-management',
    component: guarded(lazyRouteComponent(money, 'SubscriptionsPage')),
  }),
  createRoute({
    getParentRoute,
    path: '/subscription/success',
    component: guarded(lazyRouteComponent(money, 'SubscriptionSuccessPage')),
  }),
  createRoute({
    getParentRoute,
    path: '/subscription/cancel',
    component: guarded(lazyRouteComponent(money, 'SubscriptionCancelPage')),
  }),

  createRoute({
    getParentRoute,
    path: '/dashboard/viewer',
    component: guarded(lazyRouteComponent(viewer, 'ViewerPage'), ['viewer']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/viewer/profile',
    component: guarded(lazyRouteComponent(viewer, 'ViewerProfilePage'), ['viewer']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/viewer/following',
    component: guarded(lazyRouteComponent(viewer, 'FollowingPage'), ['viewer']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/viewer/saved',
    component: guarded(lazyRouteComponent(viewer, 'SavedPage'), ['viewer']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/viewer/history',
    component: guarded(lazyRouteComponent(viewer, 'HistoryPage'), ['viewer']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/viewer/preferences',
    component: guarded(lazyRouteComponent(viewer, 'PreferencesPage'), ['viewer']),
  }),

  createRoute({
    getParentRoute,
    path: '/dashboard/streamer',
    component: guarded(lazyRouteComponent(streamer, 'CreatorPage'), ['streamer']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/streamer/settings',
    component: guarded(lazyRouteComponent(streamer, 'StreamSettingsPage'), ['streamer']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/streamer/profile',
    component: guarded(lazyRouteComponent(streamer, 'CreatorProfilePage'), ['streamer']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/streamer/vods',
    component: guarded(lazyRouteComponent(streamer, 'RecordingsPage'), ['streamer']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/creator/tips',
    component: guarded(lazyRouteComponent(streamer, 'TipsPage'), ['streamer']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/creator/tiers',
    component: guarded(lazyRouteComponent(streamer, 'TiersPage'), ['streamer']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/creator/events',
    component: guarded(lazyRouteComponent(streamer, 'EventsPage'), ['streamer']),
  }),

  createRoute({
    getParentRoute,
    path: '/dashboard/admin',
    component: guarded(lazyRouteComponent(admin, 'AdminPage'), ['admin']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/admin/users',
    validateSearch: tableSearch,
    component: guarded(lazyRouteComponent(adminPeople, 'AdminUsersPage'), ['admin']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/admin/users/$id',
    component: guarded(lazyRouteComponent(adminPeople, 'AdminUserPage'), ['admin']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/admin/verification',
    validateSearch: tableSearch,
    component: guarded(lazyRouteComponent(adminPeople, 'AdminVerificationPage'), ['admin']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/admin/streams',
    validateSearch: tableSearch,
    component: guarded(
      lazyRouteComponent(() => import('./routes/admin/streams.tsx'), 'AdminStreamsPage'),
      ['admin'],
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/admin/settings',
    component: guarded(lazyRouteComponent(adminInstance, 'AdminSettingsPage'), ['admin']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/admin/audit',
    validateSearch: tableSearch,
    component: guarded(lazyRouteComponent(adminInstance, 'AdminAuditPage'), ['admin']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/admin/messages',
    component: guarded(lazyRouteComponent(admin, 'AdminMessagesPage'), ['admin']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/admin/money',
    validateSearch: tableSearch,
    component: guarded(
      lazyRouteComponent(() => import('./routes/admin/money.tsx'), 'AdminMoneyPage'),
      ['admin'],
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/admin/performance',
    component: guarded(
      lazyRouteComponent(() => import('./routes/admin/performance.tsx'), 'AdminPerformancePage'),
      ['admin'],
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/admin/pages',
    component: guarded(lazyRouteComponent(admin, 'AdminPagesPage'), ['admin']),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/admin/pages/$slug',
    component: guarded(lazyRouteComponent(admin, 'AdminPageEditorPage'), ['admin']),
  }),
] as const;
