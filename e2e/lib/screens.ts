/** Every screen of the app and its heading. */

export interface Screen {
  readonly path: string;
  /** The text of its only h1. */
  readonly heading: RegExp;
}

export const PUBLIC: readonly Screen[] = [
  { path: '/', heading: /belongs to the people who make it/ },
  { path: '/discover', heading: /^Discover$/ },
  { path: '/discover?category=irl--in-real-life-', heading: /^Discover$/ },
  { path: '/pro-studio', heading: /^Pro Studio$/ },
  { path: '/s/coral/live', heading: /coral is offline/ },
  { path: '/streamer/coral', heading: /coral/ },
  { path: '/embed/coral', heading: /coral is offline/ },
  { path: '/clips/019a0000-0000-7000-8000-000000000000', heading: /^404$/ },
  { path: '/embed/clip/019a0000-0000-7000-8000-000000000000', heading: /^404$/ },
  { path: '/login', heading: /Welcome back/ },
  { path: '/register', heading: /.+/ },
  { path: '/start-streaming', heading: /streaming|streamer/i },
  { path: '/about', heading: /^About$/ },
  { path: '/privacy', heading: /^Privacy$/ },
  { path: '/terms', heading: /^Terms$/ },
  { path: '/contact', heading: /^Contact$/ },
  { path: '/donations', heading: /^Donations$/ },
  { path: '/faq', heading: /questions/ },
  { path: '/unsubscribe?token=x', heading: /^Unsubscribe$/ },
  { path: '/unauthorized', heading: /don’t have access/ },
  { path: '/events/019a0000-0000-7000-8000-000000000000', heading: /^Event$/ },
  { path: '/checkout/stripe/019a0000-0000-7000-8000-000000000000', heading: /^Checkout$/ },
  { path: '/checkout/paypal/019a0000-0000-7000-8000-000000000000', heading: /^Checkout$/ },
  { path: '/checkout/crypto/019a0000-0000-7000-8000-000000000000', heading: /^Checkout$/ },
  { path: '/pay/crypto/019a0000-0000-7000-8000-000000000000', heading: /^Pay with crypto$/ },
  { path: '/overlay/alerts/x', heading: /^Donation alerts$/ },
  { path: '/404', heading: /^404$/ },
  { path: '/no/such/page', heading: /^404$/ },
];

export const SIGNED_IN: readonly Screen[] = [
  { path: '/profile', heading: /^My profile$/ },
  { path: '/profile/account', heading: /^Account$/ },
  { path: '/profile/security', heading: /^Security$/ },
  { path: '/billing', heading: /^Billing$/ },
  { path: '/billing/checkout', heading: /^Checkout$/ },
  { path: '/billing/receipts/019a0000-0000-7000-8000-000000000000', heading: /^Receipt$/ },
  { path: '/subscription-management', heading: /^Subscriptions$/ },
  { path: '/subscription/success', heading: /^Subscription$/ },
  { path: '/subscription/cancel', heading: /^Subscription$/ },
  { path: '/dashboard/viewer', heading: /^Viewer dashboard$/ },
  { path: '/dashboard/viewer/profile', heading: /^Profile$/ },
  { path: '/dashboard/viewer/following', heading: /^Following$/ },
  { path: '/dashboard/viewer/saved', heading: /^Saved$/ },
  { path: '/dashboard/viewer/history', heading: /^History$/ },
  { path: '/dashboard/viewer/preferences', heading: /^Preferences$/ },
];

export const STREAMERS: readonly Screen[] = [
  { path: '/dashboard/streamer', heading: /^Creator dashboard$/ },
  { path: '/dashboard/streamer/settings', heading: /^Stream settings$/ },
  { path: '/dashboard/streamer/profile', heading: /^Profile$/ },
  { path: '/dashboard/streamer/vods', heading: /^Recordings$/ },
  { path: '/dashboard/streamer/vods/019a0000-0000-7000-8000-000000000000', heading: /^Recording$/ },
  { path: '/dashboard/creator/earnings', heading: /^Earnings$/ },
  { path: '/dashboard/creator/payouts', heading: /^Payouts$/ },
  { path: '/dashboard/creator/payouts/019a0000-0000-7000-8000-000000000000', heading: /^Statement$/ },
  { path: '/dashboard/creator/tips', heading: /^Tips$/ },
  { path: '/dashboard/creator/tips/settings', heading: /^Donation settings$/ },
  { path: '/dashboard/creator/tiers', heading: /^Subscription tiers$/ },
  { path: '/dashboard/creator/tiers/new', heading: /^New tier$/ },
  { path: '/dashboard/creator/tiers/019a0000-0000-7000-8000-000000000000', heading: /^Tier$/ },
  { path: '/dashboard/creator/events', heading: /^Events$/ },
  { path: '/dashboard/creator/events/new', heading: /^New event$/ },
  { path: '/dashboard/creator/events/019a0000-0000-7000-8000-000000000000', heading: /^Event$/ },
];

export const ADMINS: readonly Screen[] = [
  { path: '/dashboard/admin', heading: /^Overview$/ },
  { path: '/dashboard/admin/users', heading: /^Users$/ },
  { path: '/dashboard/admin/users/019a0000-0000-7000-8000-000000000000', heading: /^Account$/ },
  { path: '/dashboard/admin/streams', heading: /^Streams$/ },
  { path: '/dashboard/admin/verification', heading: /^Verification$/ },
  { path: '/dashboard/admin/audit', heading: /^Audit log$/ },
  { path: '/dashboard/admin/settings', heading: /^Settings$/ },
  { path: '/dashboard/admin/messages', heading: /^Messages$/ },
  { path: '/dashboard/admin/pages', heading: /^Pages$/ },
  { path: '/dashboard/admin/pages/about', heading: /^About$/ },
  { path: '/dashboard/admin/money', heading: /^Money$/ },
  { path: '/dashboard/admin/money/charges', heading: /^Charges$/ },
  { path: '/dashboard/admin/money/charges/019a0000-0000-7000-8000-000000000000', heading: /^Charge$/ },
  { path: '/dashboard/admin/money/refunds', heading: /^Refunds$/ },
  { path: '/dashboard/admin/money/disputes', heading: /^Disputes$/ },
  { path: '/dashboard/admin/money/payouts', heading: /^Payouts$/ },
  { path: '/dashboard/admin/money/reconciliation', heading: /^Reconciliation$/ },
  {
    path: '/dashboard/admin/money/reconciliation/019a0000-0000-7000-8000-000000000000',
    heading: /^Reconciliation report$/,
  },
  { path: '/dashboard/admin/money/webhooks', heading: /^Webhooks$/ },
  { path: '/dashboard/admin/money/providers', heading: /^Payment providers$/ },
  { path: '/dashboard/admin/performance', heading: /^Page performance$/ },
];
