/** Routes that are not in the OpenAPI document: they follow other standards, or a link leads to them. */
import { everybody, streamers, type Table } from './rows.ts';

export const HIDDEN: Table = {
  'GET /api/openapi.json': everybody('done'),
  'GET /manifest.webmanifest': everybody('done'),
  'GET /preloads.json': everybody('done'),
  // Each path leads back to a screen, without a link's token or a provider's code.
  'GET /api/auth/verify-email': everybody('input'),
  'GET /api/auth/callback/oidc': everybody('input'),
  'GET /api/payout-accounts/:provider/return': everybody('input'),
  'GET /thumbnails/:file': everybody('missing'),
  'GET /pictures/:file': everybody('missing'),
  'GET /recordings/:id/download.mp4': everybody('missing'),
  'GET /recordings/:id/*': everybody('missing'),
  'GET /recordings/:id/captions/:file': everybody('missing'),
  'GET /recordings/:id/original/*': everybody('missing'),
  'GET /recordings/:id/clips/:clip/*': everybody('missing'),
  // tus requires headers of its own.
  'POST /api/me/uploads': streamers('input'),
  'PATCH /api/me/uploads/:id': streamers('input'),
  'GET /oembed': everybody('missing'),
  'GET /streamer/:username/feed.xml': everybody('done'),
  'GET /streamer/:username/events.xml': everybody('done'),
  'GET /sitemap.xml': everybody('done'),
  'GET /sitemap/pages.xml': everybody('done'),
  'GET /sitemap/streamers.xml': everybody('done'),
  'GET /sitemap/streams.xml': everybody('done'),
  'GET /robots.txt': everybody('done'),
};
