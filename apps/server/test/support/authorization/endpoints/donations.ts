/** Donations. */
import { admins, everybody, streamers, type Table } from '../rows.ts';

export const donations: Table = {
  'GET /api/streamers/{username}/donations': everybody('done'),
  'GET /api/me/donation-page': streamers('done'),
  'PUT /api/me/donation-page': streamers('input', {}),
  'PUT /api/me/donation-goal': streamers('input', {}),
  'DELETE /api/me/donation-goal': streamers('done'),
  'GET /api/me/donation-overlay': streamers('done'),
  'PUT /api/me/donation-overlay': streamers('input', {}),
  'POST /api/me/donation-overlay/rotate': streamers('done'),
  'POST /api/me/donation-overlay/test': streamers('done'),
  'POST /api/me/donations/{id}/refund': streamers('missing'),
  'PUT /api/me/donations/{id}/hidden': streamers('missing', { isHidden: true }),
  'GET /api/me/donations': streamers('done'),
  'GET /api/me/donations.csv': streamers('done'),
  'GET /api/admin/donations.csv': admins('done'),
  'GET /api/admin/donations': admins('done'),
};
