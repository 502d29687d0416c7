/** Tiers and subscriptions. */
import { everybody, ownersChannel, signedIn, streamers, type Table } from '../rows.ts';

const tierEdit = {
  name: 'Friends',
  description: '',
  benefits: [],
  priceMonthly: 0,
  priceYearly: 0,
  trialDays: 0,
};

export const tiers: Table = {
  'GET /api/streamers/{username}/tiers': everybody('done'),
  'GET /api/me/tiers': streamers('done'),
  'GET /api/tiers/{id}': everybody('done'),
  'GET /api/tiers/{id}/subscription': signedIn('done'),
  'POST /api/tiers/{id}/subscription': { ...signedIn('done'), streamer: 'input' },
  'GET /api/me/subscriptions/{id}': signedIn('missing'),
  'POST /api/me/subscriptions/{id}/cancel': signedIn('missing'),
  'PUT /api/me/subscriptions/{id}/visibility': signedIn('missing', { isHidden: true }),
  'POST /api/me/subscriptions/{id}/resume': signedIn('missing'),
  'POST /api/me/subscriptions/{id}/payment-portal': signedIn('missing'),
  'POST /api/me/subscriptions/{id}/change': signedIn('missing', {
    tierId: '019a0000-0000-7000-8000-000000000000',
    cycle: 'monthly',
  }),
  'GET /api/me/stream-subscribers': streamers('done'),
  'PUT /api/me/stream-subscribers': streamers('done', { isForSubscribers: false }),
  'POST /api/me/tiers': streamers('input', {}),
  'PUT /api/me/tiers/{id}': { ...ownersChannel('done'), body: tierEdit },
  'POST /api/me/tiers/{id}/archive': ownersChannel('done'),
  'POST /api/me/tiers/{id}/restore': ownersChannel('done'),
  'PUT /api/me/tier-order': streamers('input', { ids: ['019a0000-0000-7000-8000-000000000000'] }),
  'GET /api/me/tiers/{id}/subscribers': ownersChannel('done'),
  'GET /api/me/tiers/{id}/subscribers.csv': ownersChannel('done'),
  'GET /api/me/subscriptions': signedIn('done'),
};
