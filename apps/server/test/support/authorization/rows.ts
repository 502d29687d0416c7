/** The outcomes of an endpoint for each kind of caller. */

/** The kinds of callers. `streamer` owns the objects in the paths below; `other` is a streamer as well. */
export const ACTORS = ['nobody', 'banned', 'viewer', 'other', 'admin', 'streamer'] as const;
export type Actor = (typeof ACTORS)[number];

/**
 * done: 2xx. input: passed every guard, then the input itself was refused (404, 409, 412, 413, 415, 422). who: 401.
 * forbidden: 403. missing: 404.
 */
export type Outcome = 'done' | 'input' | 'who' | 'forbidden' | 'missing';

export type Row = Readonly<Record<Actor, Outcome>> & { readonly body?: unknown };

export const everybody = (outcome: Outcome, body?: unknown): Row => ({
  nobody: outcome,
  banned: outcome,
  viewer: outcome,
  other: outcome,
  admin: outcome,
  streamer: outcome,
  body,
});
/** A banned person counts as signed out. */
export const signedIn = (outcome: Outcome, body?: unknown): Row => ({
  ...everybody(outcome, body),
  nobody: 'who',
  banned: 'who',
});
/** Endpoints of the caller's own channel, which an admin without a channel cannot use either. */
export const streamers = (outcome: Outcome, body?: unknown): Row => ({
  ...signedIn(outcome, body),
  viewer: 'forbidden',
  admin: 'forbidden',
});
export const admins = (outcome: Outcome, body?: unknown): Row => ({
  ...everybody('forbidden', body),
  nobody: 'who',
  banned: 'who',
  admin: outcome,
});
/** Another person's object counts as missing. */
export const owner = (outcome: Outcome): Row => ({ ...signedIn('missing'), streamer: outcome });

/** Like `owner`, for objects that only streamers have. */
export const ownersChannel = (outcome: Outcome): Row => ({
  ...owner(outcome),
  viewer: 'forbidden',
  admin: 'forbidden',
});

/** The endpoints by method and path, in the form of the OpenAPI document. */
export type Table = Readonly<Record<string, Row>>;
