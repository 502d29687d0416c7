/** Chat. */
import { everybody, type Table } from '../rows.ts';

export const chat: Table = {
  'GET /api/streams/{id}/chat': everybody('done'),
};
