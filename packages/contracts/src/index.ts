/** Everything that the server and the browser agree on. A folder has the name of its feature on both sides. */

export * from './admin/audit.ts';
export * from './admin/outbox.ts';
export * from './admin/overview.ts';
export * from './admin/settings.ts';
export * from './channels/channels.ts';
export * from './demo/demo.ts';
export * from './discovery/constants.ts';
export * from './discovery/discovery.ts';
export * from './follows/follows.ts';
// Features
export * from './identity/account.ts';
export * from './identity/sign-in.ts';
export * from './identity/users.ts';
export * from './library/library.ts';
export * from './live/ingest-health.ts';
export * from './live/statistics.ts';
export * from './live/streams.ts';
export * from './metrics/constants.ts';
export * from './metrics/metrics.ts';
export * from './moderation/streams.ts';
export * from './moderation/users.ts';
export * from './moderation/verification.ts';
export * from './money/constants.ts';
export * from './money/donations.ts';
export * from './money/earnings.ts';
export * from './money/events.ts';
export * from './money/payouts.ts';
export * from './money/tiers.ts';
export * from './notifications/constants.ts';
export * from './notifications/notifications.ts';
export * from './pages/pages.ts';
export * from './preferences/constants.ts';
export * from './preferences/preferences.ts';
export * from './profiles/profiles.ts';
// Realtime
export * from './realtime/realtime.ts';
export * from './realtime/realtime-protocol.ts';
// Shared by all features
export * from './shared/addresses.ts';
export * from './shared/categories.ts';
export * from './shared/endpoint.ts';
export * from './shared/fields.ts';
export * from './shared/images.ts';
export * from './shared/instance.ts';
export * from './shared/paging.ts';
export * from './shared/problem.ts';
