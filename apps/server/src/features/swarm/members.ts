/** The peers of each stream whose sockets this process has. */
import { createHmac } from 'node:crypto';
import type { StreamId } from '@tributary/contracts/shared';
import type { PeerId } from '@tributary/contracts/swarm';
import type { ActionConnection } from '#platform/realtime/index.ts';
import { errors } from './swarm.errors.ts';

/** A tab plays one stream, and changes to the next one before it has left the last one. */
const MAX_SWARMS_PER_TAB = 3;

/** The way in which a peer takes part. */
export interface PeerKind {
  readonly isMirror: boolean;
  /** The origin at which viewers may load the stream from this mirror; null where they are not told of one. */
  readonly mirrorUrl: string | null;
  /** It may send addresses of a relay only. */
  readonly isRelayOnly: boolean;
}

export interface Member extends PeerKind {
  readonly peer: PeerId;
  readonly streamId: StreamId;
  readonly connection: ActionConnection;
  /** Equal for members of one network, and says nothing about it. */
  readonly networkTag: number;
  /** The peers that it has been told of, oldest first. */
  readonly named: Set<PeerId>;
  /** When `named` began. */
  namedSinceMs: number;
  reportedAtMs: number;
}

export interface Members {
  /** Joins, or returns the membership that the tab has. @throws peer_id_taken, too_many_swarms */
  join(connection: ActionConnection, streamId: StreamId, peer: PeerId, kind: PeerKind): Member;
  leave(member: Member): void;
  /** @throws not_in_swarm */
  require(connection: ActionConnection, streamId: StreamId): Member;
  find(streamId: StreamId, peer: PeerId): Member | undefined;
  of(streamId: StreamId): ReadonlyMap<PeerId, Member>;
  all(): Member[];
  /** The streams that have members in this process. */
  streams(): StreamId[];
}

/** @param onLeft called for each member that has left or whose socket was closed */
export function createMembers(
  secret: string,
  nowMs: () => number,
  onLeft: (member: Member) => void,
): Members {
  const byStream = new Map<StreamId, Map<PeerId, Member>>();
  const byTab = new Map<ActionConnection, Map<StreamId, Member>>();

  function tagOf(streamId: StreamId, network: string): number {
    const digest = createHmac('sha256', secret).update(`swarm network\n${streamId}\n${network}`).digest();
    return digest.readUInt32BE() || 1;
  }

  function leave(member: Member): void {
    const { peer, streamId, connection } = member;
    const peers = byStream.get(streamId);
    if (peers?.get(peer) !== member) return;
    peers.delete(peer);
    if (peers.size === 0) byStream.delete(streamId);
    byTab.get(connection)?.delete(streamId);
    onLeft(member);
  }

  function swarmsOf(connection: ActionConnection): Map<StreamId, Member> {
    const known = byTab.get(connection);
    if (known !== undefined) return known;
    const swarms = new Map<StreamId, Member>();
    byTab.set(connection, swarms);
    const end = () => {
      for (const member of [...swarms.values()]) leave(member);
      byTab.delete(connection);
    };
    connection.closed.addEventListener('abort', end, { once: true });
    return swarms;
  }

  return {
    join(connection, streamId, peer, { isMirror, mirrorUrl, isRelayOnly }) {
      const swarms = swarmsOf(connection);
      const own = swarms.get(streamId);
      const isSame =
        own?.isMirror === isMirror && own.mirrorUrl === mirrorUrl && own.isRelayOnly === isRelayOnly;
      if (own?.peer === peer && isSame) return own;
      if (own !== undefined) leave(own);
      if (swarms.size >= MAX_SWARMS_PER_TAB) throw errors.too_many_swarms();
      const other = byStream.get(streamId)?.get(peer);
      // The socket of a tab that reconnects may still seem to be open.
      if (other !== undefined && other.connection.clientId !== connection.clientId)
        throw errors.peer_id_taken();
      if (other !== undefined) leave(other);
      const now = nowMs();
      const member: Member = {
        peer,
        streamId,
        connection,
        isMirror,
        mirrorUrl,
        networkTag: tagOf(streamId, connection.network),
        isRelayOnly,
        named: new Set(),
        namedSinceMs: now,
        reportedAtMs: now,
      };
      const peers = byStream.get(streamId) ?? new Map<PeerId, Member>();
      byStream.set(streamId, peers.set(peer, member));
      swarms.set(streamId, member);
      // The socket may have been closed while its right was read.
      if (connection.closed.aborted) leave(member);
      return member;
    },
    leave,
    require(connection, streamId) {
      const member = byTab.get(connection)?.get(streamId);
      if (member === undefined) throw errors.not_in_swarm();
      return member;
    },
    find: (streamId, peer) => byStream.get(streamId)?.get(peer),
    of: (streamId) => byStream.get(streamId) ?? new Map(),
    all: () => [...byStream.values()].flatMap((peers) => [...peers.values()]),
    streams: () => [...byStream.keys()],
  };
}
