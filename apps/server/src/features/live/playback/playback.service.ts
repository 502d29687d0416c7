/** Opens playback of gated streams for those who may watch them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Gate } from '@tributary/contracts/channels';
import type { Playback } from '@tributary/contracts/live';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { Identity } from '#features/identity/index.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db/database.ts';
import type { ActionConnection } from '#platform/realtime/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { ShortCache } from '#platform/short-cache.ts';
import { errors, screensChangedTooOften, tooManyScreens } from '../live.errors.ts';
import * as repo from './gates.repo.ts';
import { livePath, playbackUrl, recordingPath, recordingUrl, whepPath } from './media-paths.ts';
import type { PlaybackGrants } from './playback-grants.ts';
import { createScreens, type OustedScreen, SCREEN_CHANGES } from './screens.ts';

/** Decides in the database whether a person may pass the gate. */
export type AccessPolicy = (userId: UserId, gate: Gate) => Promise<boolean>;

/** Decides in the database whether a person moderates a channel. */
export type IsModerator = (userId: UserId, channelId: UserId) => Promise<boolean>;

/** Who wants to watch. */
export type Viewer = Pick<Caller, 'userId' | 'roles' | 'owesSecondFactor'>;

type GatedStream = NonNullable<Awaited<ReturnType<typeof repo.findGated>>>;

/** The channel of the bus on which every process learns that a browser has lost its screen. */
const OUSTED = 'playback-screens-ousted';
const ousted = z.object({ lease: z.string(), sessionId: z.string() });

const WINDOW_MS = 60_000;
/** Requests of one account a minute. A tab needs two. */
const REQUESTS_PER_ACCOUNT = 60;

export interface PlaybackOptions {
  readonly db: Database;
  readonly sharedState: SharedState;
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly grants: PlaybackGrants;
  /** The origin of media on another host; null: this instance sends it itself. */
  readonly mediaUrl: string | null;
  /** Browsers in which an account can watch at a time what it has a ticket or a subscription for. */
  readonly maxScreens: number;
  /** This instance plays streams over WebRTC. */
  readonly offersWhep: boolean;
  readonly identity: Pick<Identity, 'authenticate' | 'sessionTokenOf'>;
  readonly nowMs: () => number;
}

export interface PlaybackService {
  /** Calls `listener` in every process when a browser has lost its screen to another. */
  onOusted(listener: (sessionId: string) => void): void;
  close(): void;
  /** The feature that sells access says who has it. Without a policy, nobody has. */
  addAccessPolicy(kind: Gate['kind'], policy: AccessPolicy): void;
  /** The feature that appoints moderators says who they are: they watch the streams of their channels. */
  admitModerators(isModerator: IsModerator): void;
  moderates(userId: UserId, channelId: UserId): Promise<boolean>;
  /**
   * Lets the caller's browser play a stream and its recording.
   * @returns the Set-Cookie values, one for each path, and the URLs of the media
   * @throws stream_not_found, ticket_required, subscription_required, too_many_screens, screens_changed_too_often,
   *   session_cookie_required, playback_limited
   */
  open(
    streamId: StreamId,
    caller: Caller,
    sentCookies: string | undefined,
    takeOver: boolean,
  ): Promise<{ cookies: string[] } & Omit<Playback, 'expiresInSeconds'>>;
  /** Whether a person may pass a gate. */
  hasAccess(userId: UserId, gate: Gate): Promise<boolean>;
  /** Whether a request with these headers may fetch the media of a gated stream now. Reads no database. */
  mayPlay(streamId: StreamId, headers: IncomingHttpHeaders): boolean;
  /** @throws no_screen where the stream is gated and this browser has not opened its playback */
  requireScreen(streamId: StreamId, principal: ActionConnection['principal']): Promise<void>;
  isStreamer(streamId: StreamId, principal: ActionConnection['principal']): Promise<boolean>;
  /**
   * Lets those pass who may watch the stream, for what belongs to it.
   * @throws stream_not_found, ticket_required, subscription_required
   */
  requireAccess(streamId: StreamId, viewer: Viewer | null): Promise<void>;
  /** @throws stream_not_found where the stream is hidden from viewers */
  requireShown(streamId: StreamId): Promise<void>;
  /** A stream got a gate or lost it, or an admin hides or shows it. */
  forgetGates(): void;
}

export function createPlaybackService(options: PlaybackOptions): PlaybackService {
  const { db, grants, sharedState, identity, maxScreens, nowMs, bus } = options;
  const policies = new Map<Gate['kind'], AccessPolicy>();
  let isChannelModerator: IsModerator = async () => false;
  const oustedListeners: ((sessionId: string) => void)[] = [];
  const gates = new ShortCache<GatedStream | null>({ ttlMs: 1_000, maxEntries: 10_000 });
  const screens = createScreens(sharedState.store('playback-screens'), maxScreens, nowMs);
  /** Shared by everybody who begins to watch or chat at the same time. */
  const stopListening = bus.subscribe(OUSTED, (message) => withdraw(ousted.parse(JSON.parse(message))));

  function withdraw({ lease, sessionId }: OustedScreen): void {
    grants.withdraw(lease);
    for (const listener of oustedListeners) listener(sessionId);
  }

  /** @returns null where the stream has no gate @throws too_many_screens, screens_changed_too_often */
  async function leaseScreen(
    { gate, streamerId }: GatedStream,
    { userId, sessionId }: Caller,
    takeOver: boolean,
  ): Promise<string | null> {
    if (gate === null) return null;
    const limitsChanges = userId !== streamerId;
    const outcome = await screens.lease({ gate, userId, sessionId }, { takeOver, limitsChanges });
    if (outcome.kind === 'full') throw tooManyScreens(maxScreens);
    if (outcome.kind === 'changed_too_often') throw screensChangedTooOften(SCREEN_CHANGES, outcome.retryInMs);
    if (outcome.ousted !== null) oust(outcome.ousted);
    return outcome.lease;
  }

  /** Ends the playback of a browser in every process, at once. */
  function oust({ lease, sessionId }: OustedScreen): void {
    // Here before the new browser is answered; the message on the bus takes some milliseconds.
    withdraw({ lease, sessionId });
    bus.publish(OUSTED, JSON.stringify({ lease, sessionId }));
  }

  async function hasAccess(userId: UserId, gate: Gate): Promise<boolean> {
    return (await policies.get(gate.kind)?.(userId, gate)) ?? false;
  }

  function find(streamId: StreamId): Promise<GatedStream | null> {
    return gates.get(streamId, () => db.read((reader) => repo.findGated(reader, streamId)));
  }

  async function admit({ gate, streamerId }: GatedStream, viewer: Viewer | null): Promise<void> {
    if (gate === null || (viewer !== null && (await mayWatch(viewer, streamerId, gate)))) return;
    throw gate.kind === 'event' ? errors.ticket_required() : errors.subscription_required();
  }

  async function mayWatch({ userId, roles, owesSecondFactor }: Viewer, streamerId: UserId, gate: Gate) {
    if (userId === streamerId || (roles.includes('admin') && !owesSecondFactor)) return true;
    return (await hasAccess(userId, gate)) || (await isChannelModerator(userId, streamerId));
  }

  return {
    onOusted(listener) {
      oustedListeners.push(listener);
    },
    close() {
      stopListening();
    },
    addAccessPolicy(kind, policy) {
      policies.set(kind, policy);
    },
    admitModerators(isModerator) {
      isChannelModerator = isModerator;
    },
    moderates: (userId, channelId) => isChannelModerator(userId, channelId),
    async open(streamId, caller, sentCookies, takeOver) {
      const { userId, sessionId } = caller;
      const sessionToken = identity.sessionTokenOf(sentCookies);
      if (sessionToken === null) throw errors.session_cookie_required();
      const requests = await sharedState.store('playback-requests').increment(userId, WINDOW_MS);
      if (requests.count > REQUESTS_PER_ACCOUNT) throw errors.playback_limited();
      // A caller with an access token might send the cookie of another account's session, and share one right with many.
      const holder = await identity.authenticate({ headers: { cookie: sentCookies } });
      if (holder?.sessionId !== sessionId) throw errors.session_cookie_required();
      const stream = await db.read((reader) => repo.findGated(reader, streamId));
      if (stream === null) throw errors.stream_not_found();
      await admit(stream, caller);
      const lease = await leaseScreen(stream, caller, takeOver);
      const cookies = [livePath(streamId), whepPath(streamId), recordingPath(streamId)].map((path) =>
        grants.issue({ streamId, userId, sessionToken, lease, path }),
      );
      const recorded = recordingUrl(streamId);
      return {
        cookies,
        playbackUrl: stream.isEnded ? recorded : playbackUrl(streamId),
        recordingUrl: recorded,
        whepUrl: options.offersWhep && !stream.isEnded ? whepPath(streamId) : null,
        mediaGrant:
          options.mediaUrl === null ? null : grants.issueForAddress({ streamId, userId, sessionId, lease }),
      };
    },
    hasAccess,
    mayPlay: (streamId, headers) => grants.remainingMs(streamId, headers) > 0,
    async requireScreen(streamId, principal) {
      const gate = (await find(streamId))?.gate;
      if (!gate) return;
      if (principal === null || !(await screens.has({ gate, ...principal }))) throw errors.no_screen();
    },
    isStreamer: async (streamId, principal) =>
      principal !== null && (await find(streamId))?.streamerId === principal.userId,
    async requireAccess(streamId, viewer) {
      const stream = await find(streamId);
      if (stream === null) throw errors.stream_not_found();
      await admit(stream, viewer);
    },
    async requireShown(streamId) {
      if ((await find(streamId)) === null) throw errors.stream_not_found();
    },
    forgetGates() {
      gates.clear();
    },
  };
}
