/** Discovery and metrics. */
import { admins, everybody, signedIn, type Table } from '../rows.ts';

export const discovery: Table = {
  'GET /api/streams/featured': everybody('done'),
  'GET /api/discover': everybody('done'),
  'GET /api/discover/people': everybody('input'),
  'GET /api/discover/counts': everybody('input'),
  'GET /api/categories': everybody('done'),
  'GET /api/streams/{id}/similar': everybody('done'),
  'GET /api/discover/videos': everybody('done'),
  'GET /api/discover/offline': everybody('done'),
  'GET /api/me/categories': signedIn('done'),
  'GET /api/me/categories/live': signedIn('done'),
  'PUT /api/me/categories/{category}': signedIn('done'),
  'DELETE /api/me/categories/{category}': signedIn('done'),
  'GET /api/streamers/{username}/streams': everybody('done'),
  'GET /api/streamers/{username}/videos': everybody('done'),
  'POST /api/track-performance': everybody('done', []),
  'GET /api/admin/performance': admins('done'),
};
