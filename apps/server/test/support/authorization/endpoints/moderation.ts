/** Reports, appeals and verification. */
import { admins, everybody, signedIn, streamers, type Table } from '../rows.ts';

export const moderation: Table = {
  'PUT /api/me/warnings/{id}/read': signedIn('missing'),
  'GET /api/admin/reports': admins('done'),
  'GET /api/admin/reports/{id}': admins('missing'),
  'GET /api/admin/report-frames/{id}': admins('missing'),
  'PUT /api/admin/reports/{id}/decision': admins('missing', {
    outcome: 'dismissed',
    reason: 'spam',
    message: 'Not spam',
  }),
  'GET /api/admin/appeals': admins('done'),
  'PUT /api/admin/appeals/{id}/decision': admins('missing', { outcome: 'upheld', reply: 'It was spam' }),
  'POST /api/appeals/ban': everybody('input', { token: 'x' }),
  'POST /api/appeals': everybody('input', { token: 'x', text: 'I did nothing' }),
  'GET /api/moderation-log': everybody('done'),
  'GET /api/admin/verification-requests': admins('done'),
  'GET /api/admin/verification-requests.csv': admins('done'),
  'PUT /api/admin/verification-requests/{id}/decision': admins('missing', { status: 'approved', notes: '' }),
  'GET /api/me/verification': streamers('done'),
  'POST /api/me/verification': streamers('input', {}),
};
