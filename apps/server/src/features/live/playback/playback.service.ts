/** Opens playback of gated streams for those who may watch them. */
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
import { type OustedScreen, SCREEN_CHANGES, Screens } from './screens.ts';

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
  /** Browsers in which an account can watch at a time what it has a ticket or a subscription for. */
  readonly maxScreens: number;
  readonly identity: Pick<Identity, 'authenticate' | 'sessionTokenOf'>;
  readonly nowMs: () => number;
}

export class PlaybackService {
  readonly #options: PlaybackOptions;
  readonly #policies = new Map<Gate['kind'], AccessPolicy>();
  #isModerator: IsModerator = async () => false;
  readonly #screens: Screens;
  readonly #oustedListeners: ((sessionId: string) => void)[] = [];
  /** Shared by everybody who begins to watch or chat at the same time. */
  readonly #stopListening: () => void;
  readonly #gates = new ShortCache<GatedStream | null>({ ttlMs: 1_000, maxEntries: 10_000 });

  constructor(options: PlaybackOptions) {
    this.#options = options;
    const { sharedState, maxScreens, nowMs, bus } = options;
    this.#screens = new Screens(sharedState.store('playback-screens'), maxScreens, nowMs);
    this.#stopListening = bus.subscribe(OUSTED, (message) =>
      this.#withdraw(ousted.parse(JSON.parse(message))),
    );
  }

  #withdraw({ lease, sessionId }: OustedScreen): void {
    this.#options.grants.withdraw(lease);
    for (const listener of this.#oustedListeners) listener(sessionId);
  }

  /** Calls `listener` in every process when a browser has lost its screen to another. */
  onOusted(listener: (sessionId: string) => void): void {
    this.#oustedListeners.push(listener);
  }

  close(): void {
    this.#stopListening();
  }

  /** The feature that sells access says who has it. Without a policy, nobody has. */
  addAccessPolicy(kind: Gate['kind'], policy: AccessPolicy): void {
    this.#policies.set(kind, policy);
  }

  /** The feature that appoints moderators says who they are: they watch the streams of their channels. */
  admitModerators(isModerator: IsModerator): void {
    this.#isModerator = isModerator;
  }

  moderates(userId: UserId, channelId: UserId): Promise<boolean> {
    return this.#isModerator(userId, channelId);
  }

  /**
   * Lets the caller's browser play a stream and its recording.
   * @returns the Set-Cookie values, one for each path, and the URLs of the multivariant playlists
   * @throws stream_not_found, ticket_required, subscription_required, too_many_screens, screens_changed_too_often,
   *   session_cookie_required, playback_limited
   */
  async open(
    streamId: StreamId,
    caller: Caller,
    sentCookies: string | undefined,
    takeOver: boolean,
  ): Promise<{ cookies: string[] } & Pick<Playback, 'playbackUrl' | 'recordingUrl'>> {
    const { db, grants, sharedState, identity } = this.#options;
    const { userId, sessionId } = caller;
    const sessionToken = identity.sessionTokenOf(sentCookies);
    if (sessionToken === null) throw errors.session_cookie_required();
    const requests = await sharedState.store('playback-requests').increment(userId, WINDOW_MS);
    if (requests.count > REQUESTS_PER_ACCOUNT) throw errors.playback_limited();
    // A caller with an access token might send the cookie of somebody else's session, and share one right with many.
    const holder = await identity.authenticate({ headers: { cookie: sentCookies } });
    if (holder?.sessionId !== sessionId) throw errors.session_cookie_required();
    const stream = await db.read((reader) => repo.findGated(reader, streamId));
    if (stream === null) throw errors.stream_not_found();
    await this.#admit(stream, caller);
    const lease = await this.#leaseScreen(stream, caller, takeOver);
    const cookies = [livePath(streamId), whepPath(streamId), recordingPath(streamId)].map((path) =>
      grants.issue({ streamId, userId, sessionToken, lease, path }),
    );
    const recorded = recordingUrl(streamId);
    return {
      cookies,
      playbackUrl: stream.isEnded ? recorded : playbackUrl(streamId),
      recordingUrl: recorded,
    };
  }

  /** @returns null where the stream has no gate @throws too_many_screens, screens_changed_too_often */
  async #leaseScreen(
    { gate, streamerId }: GatedStream,
    { userId, sessionId }: Caller,
    takeOver: boolean,
  ): Promise<string | null> {
    if (gate === null) return null;
    const limitsChanges = userId !== streamerId;
    const outcome = await this.#screens.lease({ gate, userId, sessionId }, { takeOver, limitsChanges });
    if (outcome.kind === 'full') throw tooManyScreens(this.#options.maxScreens);
    if (outcome.kind === 'changed_too_often') throw screensChangedTooOften(SCREEN_CHANGES, outcome.retryInMs);
    if (outcome.ousted !== null) this.#oust(outcome.ousted);
    return outcome.lease;
  }

  /** Ends the playback of a browser in every process, at once. */
  #oust({ lease, sessionId }: OustedScreen): void {
    // Here before the new browser is answered; the message on the bus takes some milliseconds.
    this.#withdraw({ lease, sessionId });
    this.#options.bus.publish(OUSTED, JSON.stringify({ lease, sessionId }));
  }

  /** Whether a person may pass a gate. */
  async hasAccess(userId: UserId, gate: Gate): Promise<boolean> {
    return (await this.#policies.get(gate.kind)?.(userId, gate)) ?? false;
  }

  /** Whether a request with these cookies may fetch the media of a gated stream now. Reads no database. */
  mayPlay(streamId: StreamId, cookies: string | undefined): boolean {
    return this.#options.grants.remainingMs(streamId, cookies) > 0;
  }

  /** @throws no_screen where the stream is gated and this browser has not opened its playback */
  async requireScreen(streamId: StreamId, principal: ActionConnection['principal']): Promise<void> {
    const gate = (await this.#find(streamId))?.gate;
    if (!gate) return;
    if (principal === null || !(await this.#screens.has({ gate, ...principal }))) throw errors.no_screen();
  }

  async isStreamer(streamId: StreamId, principal: ActionConnection['principal']): Promise<boolean> {
    return principal !== null && (await this.#find(streamId))?.streamerId === principal.userId;
  }

  /**
   * Lets those pass who may watch the stream, for what belongs to it.
   * @throws stream_not_found, ticket_required, subscription_required
   */
  async requireAccess(streamId: StreamId, viewer: Viewer | null): Promise<void> {
    const stream = await this.#find(streamId);
    if (stream === null) throw errors.stream_not_found();
    await this.#admit(stream, viewer);
  }

  /** @throws stream_not_found where nobody may see the stream */
  async requireShown(streamId: StreamId): Promise<void> {
    if ((await this.#find(streamId)) === null) throw errors.stream_not_found();
  }

  /** A stream got a gate or lost it, or an admin hides or shows it. */
  forgetGates(): void {
    this.#gates.clear();
  }

  #find(streamId: StreamId): Promise<GatedStream | null> {
    return this.#gates.get(streamId, () =>
      this.#options.db.read((reader) => repo.findGated(reader, streamId)),
    );
  }

  async #admit({ gate, streamerId }: GatedStream, viewer: Viewer | null): Promise<void> {
    if (gate === null || (viewer !== null && (await this.#mayWatch(viewer, streamerId, gate)))) return;
    throw gate.kind === 'event' ? errors.ticket_required() : errors.subscription_required();
  }

  async #mayWatch({ userId, roles, owesSecondFactor }: Viewer, streamerId: UserId, gate: Gate) {
    if (userId === streamerId || (roles.includes('admin') && !owesSecondFactor)) return true;
    return (await this.hasAccess(userId, gate)) || (await this.#isModerator(userId, streamerId));
  }
}
