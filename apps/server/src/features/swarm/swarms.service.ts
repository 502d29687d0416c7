/** The swarms of all streams and processes: joining, finding peers, signalling, and the end of a right. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { streamId } from '@tributary/contracts/shared';
import {
  type PeerId,
  peerId,
  type SwarmCandidate,
  type SwarmPolicy,
  type SwarmTraffic,
  swarmTopic,
} from '@tributary/contracts/swarm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Live } from '#features/live/index.ts';
import type { Bus } from '#platform/bus/index.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log/log.ts';
import type { ProcessRegistry } from '#platform/processes/process-registry.ts';
import type { ActionConnection, Realtime } from '#platform/realtime/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { createSwarmBans } from './bans.ts';
import { chooseCandidates } from './candidates.ts';
import { createExchangedStreams } from './exchanged-streams.ts';
import type { Figures } from './figures.service.ts';
import { createMembers, type Member } from './members.ts';
import { createPeerLists } from './peer-lists.ts';
import { plausibleTraffic } from './plausible-traffic.ts';
import type { SwarmPolicies } from './policy.service.ts';
import { namesOwnAddress } from './relayed-addresses.ts';
import { createRemoteSwarms } from './remote-swarms.ts';
import { errors } from './swarm.errors.ts';

const TICK_MS = 1_000;
const MAX_OFFERING = 10_000;
/** Listeners learn of another number of peers this often. */
const TICKS_BETWEEN_COUNTS = 5;
/** How often it is looked whether the browsers of members still play gated streams. */
const TICKS_BETWEEN_CHECKS = 60;

/** Signals and bans for peers of other processes. */
const CHANNEL = 'swarm.peers';
const kind = z.enum(['offer', 'answer', 'candidate']);
const relayed = z.discriminatedUnion('type', [
  z.object({ type: z.literal('signal'), streamId, to: peerId, from: peerId, kind, data: z.string() }),
  z.object({ type: z.literal('ban'), streamId, to: peerId }),
]);

export interface Signal {
  readonly kind: z.infer<typeof kind>;
  readonly data: string;
  readonly to: PeerId;
}

export interface Found {
  readonly peers: number;
  readonly candidates: SwarmCandidate[];
}

export interface SwarmsOptions {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
  readonly sharedState: SharedState;
  readonly processes: Pick<ProcessRegistry, 'id'>;
  readonly live: Pick<Live, 'playback' | 'media'>;
  readonly policies: SwarmPolicies;
  readonly figures: Figures;
  readonly secret: string;
  /** The origins of mirrors that the admin has approved. */
  readonly mirrors: readonly string[];
  readonly maxBitrateKbps: number;
  readonly log: Log;
}

export interface Swarms {
  /** @throws swarm_off, swarm_banned, peer_id_taken, and what refuses playback of the stream */
  join(
    connection: ActionConnection,
    id: StreamId,
    peer: PeerId,
    count: number,
    mirror?: { readonly isMirror?: boolean | undefined; readonly mirrorUrl?: string | undefined },
  ): Promise<Found & { network: number; isNamed: boolean }>;
  /** @throws not_in_swarm */
  find(connection: ActionConnection, id: StreamId, count: number): Found;
  /** @throws not_in_swarm, no_such_peer */
  signal(connection: ActionConnection, id: StreamId, signal: Signal): void;
  leave(connection: ActionConnection, id: StreamId): void;
  report(connection: ActionConnection, id: StreamId, accused: PeerId): Promise<void>;
  traffic(connection: ActionConnection, id: StreamId, traffic: SwarmTraffic): void;
  /** The origins of the mirrors that serve a stream by HTTP, of all processes. */
  mirrors(id: StreamId): string[];
  /** The peers of a stream in all processes. */
  count(id: StreamId): number;
  /** The peers of all streams in all processes. */
  countAll(): number;
  ownCount(): number;
  /** Looks again whether these members may watch, and whether the stream may be exchanged. */
  recheck(which: {
    readonly streamId?: StreamId;
    readonly userId?: UserId;
    readonly sessionId?: string;
  }): Promise<void>;
  /** The stream has ended. */
  end(id: StreamId): void;
  close(): void;
}

export function createSwarms(options: SwarmsOptions): Swarms {
  const { bus, realtime, live, policies, figures, log } = options;
  const now = () => performance.now();
  const members = createMembers(options.secret, now, ({ streamId: id }) => {
    streams.note(id);
    lists.forget(id);
  });
  const remotes = createRemoteSwarms({ bus, processId: options.processes.id, members });
  const lists = createPeerLists(members, remotes, now);
  const bans = createSwarmBans(options.sharedState);
  const streams = createExchangedStreams({ members, remotes, realtime, live, figures });
  /** Peers of other processes that have signalled to one of this process, the latest last. */
  const offering = new Set<PeerId>();
  let ticks = 0;
  const stopListening = bus.subscribe(CHANNEL, (message) => receive(message));
  const timer = setInterval(tick, TICK_MS);

  function receive(message: string): void {
    const relay = relayed.parse(JSON.parse(message));
    const member = members.find(relay.streamId, relay.to);
    if (member === undefined) return;
    if (relay.type === 'ban') return void ban(member);
    remember(relay.from);
    deliver(member, relay);
  }

  /** A peer of another process may be answered before the next report of that process names its stream. */
  function remember(from: PeerId): void {
    const [oldest] = offering;
    if (offering.size >= MAX_OFFERING && oldest !== undefined) offering.delete(oldest);
    offering.delete(from);
    offering.add(from);
  }

  function deliver(
    { streamId: id, connection }: Member,
    signal: Omit<Signal, 'to'> & { from: PeerId },
  ): void {
    const { from, kind, data } = signal;
    realtime
      .topic(swarmTopic, id)
      .toConnection(connection.id)
      .append(uuidv7(), { type: 'signal', from, kind, data });
  }

  function expel(member: Member, reason: 'off' | 'forbidden' | 'banned'): void {
    const { peer, streamId: id, connection } = member;
    members.leave(member);
    const topic = realtime.topic(swarmTopic, id);
    topic.toConnection(connection.id).append(uuidv7(), { type: 'expelled', reason });
    // Once a stream is no longer exchanged, all of its peers are expelled, and close their connections.
    if (reason !== 'off') topic.append(uuidv7(), { type: 'removed', peer });
  }

  async function ban(member: Member): Promise<void> {
    await bans.ban(member.connection);
    log.info({ streamId: member.streamId }, 'A peer is banned, since several networks report wrong bytes');
    expel(member, 'banned');
  }

  function tick(): void {
    ticks += 1;
    streams.update();
    if (ticks % TICKS_BETWEEN_COUNTS === 0) streams.tellCounts();
    if (ticks % TICKS_BETWEEN_CHECKS === 0) void recheck({});
  }

  /**
   * Whether viewers are told of a mirror's address. One that has joined without an account serves a public stream, and
   * where viewers' addresses must stay hidden, no mirror may see them either.
   */
  function mayName(mirror: {
    readonly principal: ActionConnection['principal'];
    readonly mirrorUrl: string | undefined;
    readonly isMirror: boolean;
    readonly isRelayOnly: boolean;
  }): boolean {
    const { principal, mirrorUrl, isMirror, isRelayOnly } = mirror;
    const isApproved = mirrorUrl !== undefined && options.mirrors.includes(mirrorUrl);
    return isApproved && isMirror && principal === null && !isRelayOnly;
  }

  /** @returns why the member must go; null if it may stay */
  async function refusal({ streamId: id, connection, isRelayOnly }: Member) {
    try {
      const policy = await admit(id, connection);
      // All connections are made anew once addresses may no longer be sent, or may be sent again.
      return isRelayOnly === (policy === 'relay') ? null : 'off';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code === 'swarm_off' ? 'off' : 'forbidden';
    }
  }

  async function admit(id: StreamId, { principal }: ActionConnection): Promise<SwarmPolicy> {
    const policy = await policies.ofStream(id);
    if (policy === 'off') throw errors.swarm_off();
    await live.playback.requireAccess(id, principal);
    await live.playback.requireScreen(id, principal);
    return policy;
  }

  async function recheck(which: Parameters<Swarms['recheck']>[0]): Promise<void> {
    const concerned = (which.streamId ? [...members.of(which.streamId).values()] : members.all()).filter(
      ({ connection: { principal } }) =>
        (which.userId === undefined || principal?.userId === which.userId) &&
        (which.sessionId === undefined || principal?.sessionId === which.sessionId),
    );
    for (const member of concerned) {
      try {
        const reason = await refusal(member);
        if (reason !== null) expel(member, reason);
      } catch (err) {
        // The database does not answer. The next check decides.
        log.warn({ err, streamId: member.streamId }, 'Failed to check whether a peer may stay in its swarm');
      }
    }
  }

  function found(member: Member, wanted: number): Found {
    const { streamId: id, networkTag } = member;
    const some = lists.some(id, networkTag);
    return { peers: streams.count(id), candidates: chooseCandidates(member, some, wanted, { nowMs: now() }) };
  }

  return {
    async join(connection, id, peer, wanted, { isMirror = false, mirrorUrl } = {}) {
      const policy = await admit(id, connection);
      if (await bans.has(connection)) throw errors.swarm_banned();
      const isRelayOnly = policy === 'relay';
      const isNamed = mayName({ principal: connection.principal, mirrorUrl, isMirror, isRelayOnly });
      const kind = { isMirror, isRelayOnly, mirrorUrl: isNamed ? (mirrorUrl ?? null) : null };
      const member = members.join(connection, id, peer, kind);
      lists.forget(id);
      streams.note(id);
      return { ...found(member, wanted), network: member.networkTag, isNamed };
    },
    find: (connection, id, wanted) => found(members.require(connection, id), wanted),
    signal(connection, id, { to, kind, data }) {
      const { peer: from, isRelayOnly } = members.require(connection, id);
      if (isRelayOnly && namesOwnAddress(data)) throw errors.relay_only();
      const target = members.find(id, to);
      if (target !== undefined) return deliver(target, { from, kind, data });
      if (remotes.count(id) === 0 && !offering.has(to)) throw errors.no_such_peer();
      bus.publish(CHANNEL, JSON.stringify({ type: 'signal', streamId: id, to, from, kind, data }));
    },
    leave: (connection, id) => members.leave(members.require(connection, id)),
    async report(connection, id, accused) {
      const { peer } = members.require(connection, id);
      if (peer === accused || !(await bans.report(accused, connection))) return;
      const member = members.find(id, accused);
      if (member !== undefined) await ban(member);
      else bus.publish(CHANNEL, JSON.stringify({ type: 'ban', streamId: id, to: accused }));
    },
    traffic(connection, id, traffic) {
      const member = members.require(connection, id);
      const at = now();
      figures.add(id, plausibleTraffic(traffic, at - member.reportedAtMs, options.maxBitrateKbps));
      member.reportedAtMs = at;
    },
    mirrors: streams.mirrors,
    count: streams.count,
    countAll: () =>
      [...new Set([...members.streams(), ...remotes.streams()])].reduce(
        (total, id) => total + streams.count(id),
        0,
      ),
    ownCount: () => members.all().length,
    recheck,
    end(id) {
      for (const member of [...members.of(id).values()]) members.leave(member);
      streams.end(id);
    },
    close() {
      clearInterval(timer);
      stopListening();
      remotes.close();
    },
  };
}
