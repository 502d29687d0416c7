/** Changes the callers' accounts or ends their sessions, so it is asked last. */
import { everybody, signedIn, type Table } from '../rows.ts';

export const endings: Table = {
  'POST /api/me/streamer': signedIn('done'),
  'POST /api/reports': signedIn('input'),
  'GET /api/me/blocks': signedIn('done'),
  // Ends the callers' follows.
  'PUT /api/me/blocks/{userId}': { ...signedIn('done'), streamer: 'input' },
  'DELETE /api/me/blocks/{userId}': signedIn('done'),
  'POST /api/auth/sign-out': everybody('done'),
  'POST /api/auth/sign-out-everywhere': signedIn('who'),
};
