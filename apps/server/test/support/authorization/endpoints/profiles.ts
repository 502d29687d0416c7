/** Profiles, pages and contact. */
import { admins, everybody, signedIn, type Table } from '../rows.ts';

export const profiles: Table = {
  'GET /api/pages/{slug}': everybody('done'),
  'PUT /api/admin/pages/{slug}': admins('input', {}),
  'DELETE /api/admin/pages/{slug}': admins('done'),
  'GET /api/contact': everybody('done'),
  'POST /api/contact': everybody('input', {}),
  'GET /api/admin/contact-messages': admins('done'),
  'GET /api/admin/contact-messages.csv': admins('done'),
  'PUT /api/admin/contact-messages/{id}/handled': admins('input', {}),
  'GET /api/profiles/{username}': everybody('done'),
  'PATCH /api/me/profile': signedIn('done', {}),
  'PUT /api/me/avatar': signedIn('input'),
  'DELETE /api/me/avatar': signedIn('done'),
  'PUT /api/me/banner': signedIn('input'),
  'DELETE /api/me/banner': signedIn('done'),
};
