/** Signalling: how peers of a stream find each other and exchange the descriptions of their connections. */
import { z } from 'zod';
import { topic } from '../realtime/index.ts';
import { streamId } from '../shared/fields.ts';
import { MAX_CANDIDATES, MAX_MIRRORS, MAX_SIGNAL_CHARACTERS, PEER_ID_PATTERN } from './constants.ts';
import { swarmPolicy } from './policy.ts';

export const peerId = z.string().regex(PEER_ID_PATTERN).brand<'PeerId'>();
export type PeerId = z.infer<typeof peerId>;

/** `description` is an offer or an answer as `RTCSessionDescription` says, `candidate` an ICE candidate. */
const signal = z.object({
  kind: z.enum(['offer', 'answer', 'candidate']),
  data: z.string().min(1).max(MAX_SIGNAL_CHARACTERS).describe('SDP, or the JSON of an ICE candidate'),
});

const candidate = z.object({
  peer: peerId,
  isNear: z.boolean().describe('Whether it is in the network of the peer that asks'),
});
export type SwarmCandidate = z.infer<typeof candidate>;

/** Peers to connect to, those of the same network first. Only a peer that was named in one may be sent an offer. */
const found = z.object({
  peers: z.int().nonnegative().describe('Peers of the stream in all, the one that asks included'),
  candidates: z.array(candidate).max(MAX_CANDIDATES),
});

const iceServer = z.object({
  urls: z.string(),
  username: z.string().optional(),
  credential: z.string().optional(),
});

/** The origin of a mirror, such as `https://mirror.example.org`. */
const mirrorUrl = z
  .url({ protocol: /^https?$/ })
  .max(200)
  .refine((url) => URL.parse(url)?.origin === url);

/**
 * Mirrors that the admin has approved, and that serve the stream by HTTP now. Missing where another process of the instance
 * still runs a version that has none.
 */
const mirrors = z.array(mirrorUrl).max(MAX_MIRRORS).optional();

const bytes = z
  .int()
  .nonnegative()
  .max(2 ** 40);

/** The bytes that a peer has received and given since its last report. */
const traffic = z.object({
  fromPeers: bytes,
  fromOrigin: bytes,
  given: bytes,
});
export type SwarmTraffic = z.infer<typeof traffic>;

/**
 * `swarm:{streamId}`. Those who may watch the stream may listen. An address travels only inside of an offer, an answer or
 * a candidate, to the one peer that it is sent to.
 */
export const swarmTopic = topic({
  name: 'swarm',
  access: 'public',
  argument: streamId,
  snapshot: z.object({ policy: swarmPolicy, peers: z.int().nonnegative(), mirrors }),
  patch: z.object({ policy: swarmPolicy, peers: z.int().nonnegative(), mirrors }).partial(),
  append: z.discriminatedUnion('type', [
    /** To one peer: a signal of another one. */
    signal.extend({ type: z.literal('signal'), from: peerId }),
    /** To all: the peer has no right to the stream any more, or is banned. Connections with it are closed. */
    z.object({ type: z.literal('removed'), peer: peerId }),
    /** To one peer: it is no member any more, and closes all of its connections. `off`: the policy has changed. */
    z.object({ type: z.literal('expelled'), reason: z.enum(['off', 'forbidden', 'banned']) }),
  ]),
  actions: {
    /**
     * Joins, again after each new connection of the socket and with the same id. Refused with `swarm_off`,
     * `swarm_banned`, `swarm_full` or `peer_id_taken`.
     */
    join: {
      data: z.object({
        peer: peerId,
        count: z.int().min(0).max(MAX_CANDIDATES),
        isMirror: z
          .boolean()
          .optional()
          .describe('A mirror, which needs signed playlists while it is the only peer as well'),
        mirrorUrl: mirrorUrl
          .optional()
          .describe(
            'The origin at which a mirror serves HTTP. Viewers are told of it if the admin has approved it',
          ),
      }),
      result: found.extend({
        network: z
          .int()
          .min(0)
          .max(0xffff_ffff)
          .describe('Equal for peers of one network; 0 where not known'),
        iceServers: z.array(iceServer).describe('With passwords of TURN servers, which expire'),
        isNamed: z.boolean().optional().describe('Whether viewers are told of the address of this mirror'),
      }),
      perMinute: { person: 30, network: 600 },
    },
    /** Names further peers. Those that the caller has been told of before come last. */
    find: {
      data: z.object({ count: z.int().min(1).max(MAX_CANDIDATES) }),
      result: found,
      perMinute: { person: 60, network: 1200 },
    },
    /**
     * Relays to one peer. An offer is for a peer that was named; an answer and candidates are for one that has been
     * sent, or has sent, an offer. Refused with `no_such_peer`.
     */
    signal: {
      data: signal.extend({ to: peerId }),
      perMinute: { person: 600, network: 6000 },
    },
    leave: { data: z.object({}), perMinute: { person: 60, network: 1200 } },
    /** A peer has sent bytes that the manifest contradicts. Peers that several networks report are banned. */
    report: {
      data: z.object({ peer: peerId }),
      perMinute: { person: 20, network: 200 },
    },
    /** Once every `SWARM_REPORT_SECONDS`, and when a peer leaves. */
    traffic: { data: traffic, perMinute: { person: 10, network: 600 } },
  },
});
