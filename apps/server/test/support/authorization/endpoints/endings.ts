/** Endpoints that change the callers' accounts or end their sessions, so they are requested last. */
import { everybody, signedIn, type Table } from '../rows.ts';

export const endings: Table = {
  'POST /api/me/streamer': signedIn('done'),
  'POST /api/reports': signedIn('input'),
  'GET /api/me/blocks': signedIn('done'),
  // A block ends the callers' follows.
  'PUT /api/me/blocks/{userId}': { ...signedIn('done'), streamer: 'input' },
  'DELETE /api/me/blocks/{userId}': signedIn('done'),
  'POST /api/auth/sign-out': everybody('done'),
  'POST /api/auth/sign-out-everywhere': signedIn('who'),
};
