/** Administration: accounts, streams, settings and the audit log. */
import { admins, everybody, type Table } from '../rows.ts';

export const admin: Table = {
  'GET /api/admin/health': admins('done'),
  'GET /api/admin/overview': admins('done'),
  'GET /api/admin/queues': admins('done'),
  'GET /api/admin/users': admins('done'),
  'GET /api/admin/users.csv': admins('done'),
  'GET /api/admin/users/{id}': admins('done'),
  'PUT /api/admin/users/{id}/roles/{role}': admins('missing'),
  'DELETE /api/admin/users/{id}/roles/{role}': admins('missing'),
  'PUT /api/admin/users/{id}/ban': admins('missing', { reason: 'Spam', days: null }),
  'DELETE /api/admin/users/{id}/ban': admins('missing'),
  'DELETE /api/admin/users/{id}/sessions': admins('missing'),
  'POST /api/admin/users/{id}/badge/take': admins('missing', { reason: 'Not theirs' }),
  'GET /api/admin/streams': admins('done'),
  'GET /api/admin/streams.csv': admins('done'),
  'POST /api/admin/streams/{id}/stop': admins('input', {}),
  'POST /api/admin/streams/{id}/hide': admins('input', {}),
  'POST /api/admin/streams/{id}/show': admins('done'),
  'GET /api/admin/settings': admins('done'),
  'PATCH /api/admin/settings': admins('done', {}),
  'PUT /api/admin/logo': admins('input'),
  'DELETE /api/admin/logo': admins('done'),
  'GET /api/admin/invitations': admins('done'),
  'POST /api/admin/invitations': admins('input', {}),
  'DELETE /api/admin/invitations/{id}': admins('missing'),
  'GET /api/admin/audit': admins('done'),
  'GET /api/admin/audit.csv': admins('done'),
  // The outbox gives access to accounts, so outside a demo not even admins can read it.
  'GET /api/admin/outbox': admins('missing'),
  // Only a demo can be seeded.
  'POST /api/functions/seed-demo-users': everybody('forbidden'),
  'POST /api/functions/seed-demo-streams': everybody('forbidden'),
  'POST /api/functions/seed-admin-data': everybody('forbidden'),
};
