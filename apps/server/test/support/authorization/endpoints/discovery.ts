/** Discovery and metrics. */
import { admins, everybody, type Table } from '../rows.ts';

export const discovery: Table = {
  'GET /api/streams/featured': everybody('done'),
  'GET /api/discover': everybody('done'),
  'GET /api/discover/people': everybody('input'),
  'GET /api/discover/counts': everybody('input'),
  'GET /api/categories': everybody('done'),
  'GET /api/discover/videos': everybody('done'),
  'GET /api/streamers/{username}/streams': everybody('done'),
  'GET /api/streamers/{username}/videos': everybody('done'),
  'POST /api/track-performance': everybody('done', []),
  'GET /api/admin/performance': admins('done'),
};
