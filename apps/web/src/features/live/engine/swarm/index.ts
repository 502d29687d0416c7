/** The exchange of live streams between viewers, in the browser. Loaded once a stream plays. */
import {
  canVerify,
  importPublicKey,
  type VerificationKey,
} from '@tributary/swarm/manifest/manifest-verifier';
import { loadPart } from '@tributary/swarm/session/load-part';
import { call } from '@/lib/api/client.ts';
import type { LivePlayer } from '../live/player.ts';
import { systemClock } from '../media/environment.ts';
import { OfferFinder } from './offer-finder.ts';
import { realtimeSwarmTopic } from './realtime-topic.ts';
import { StreamSwarm } from './stream-swarm.ts';
import { fromBase64Url } from './swarm-address.ts';
import type { SwarmChoice, SwarmRoute, SwarmTerms } from './swarm-choice.ts';
import type { IceServer, SwarmEnd } from './swarm-types.ts';

/** Browsers refuse servers with passwords that are undefined. */
const definedOnly = ({ urls, username, credential }: IceServer): RTCIceServer =>
  username === undefined || credential === undefined ? { urls } : { urls, username, credential };

/** No mirror learns which page asks, and none sends another one to ask. */
async function loadText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    cache: 'no-store',
    signal,
  });
  if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
  return response.text();
}

/** The exchange as it is offered to viewers of a stream. */
export interface SwarmOffer extends SwarmTerms {
  readonly key: VerificationKey;
  /** The choice of the signed-in viewer's account. */
  readonly accountChoice: SwarmChoice;
}

/** Finds the offer of a stream, and finds it again once its policy has changed. */
export function followSwarmOffer(streamId: string, onOffer: (offer: SwarmOffer | null) => void) {
  return new OfferFinder(systemClock, () => findSwarmOffer(streamId), onOffer);
}

/** Null where this stream is not exchanged, or this browser cannot. */
async function findSwarmOffer(streamId: string): Promise<SwarmOffer | null> {
  if (!('RTCPeerConnection' in globalThis) || !(await canVerify())) return null;
  const { policy, publicKey, hasRelay, choice } = await call('GET /api/streams/:id/swarm', {
    params: { id: streamId },
  });
  if (policy === 'off' || publicKey === null) return null;
  const key = await importPublicKey(fromBase64Url(publicKey));
  return { policy, hasRelay, key, accountChoice: choice };
}

export interface SwarmStart {
  readonly streamId: string;
  readonly offer: SwarmOffer;
  readonly route: SwarmRoute;
  readonly player: LivePlayer;
  readonly video: HTMLVideoElement;
  /** The exchange has ended, and playback goes on without it. */
  readonly onEnded: (reason: SwarmEnd) => void;
}

export interface RunningSwarm extends Pick<StreamSwarm, 'figures'> {
  stop(): void;
}

export function startSwarm({ streamId, offer, route, player, video, onEnded }: SwarmStart): RunningSwarm {
  const swarm = new StreamSwarm({
    video,
    clock: systemClock,
    topic: realtimeSwarmTopic(streamId),
    key: offer.key,
    load: loadPart,
    loadText,
    mayAskMirrors: route === 'direct',
    policy: offer.policy,
    connection: (iceServers) =>
      new RTCPeerConnection({
        iceServers: iceServers.map(definedOnly),
        // No candidate is gathered but those of the TURN server, so that no peer sees an address of this viewer.
        iceTransportPolicy: route === 'relay' ? 'relay' : 'all',
      }),
    isVisible: () => document.visibilityState === 'visible',
    onEnded: (reason) => {
      unsubscribe();
      onEnded(reason);
    },
  });
  const look = () => swarm.setSupply(player.partSupply);
  const unsubscribe = player.store.subscribe(look);
  look();
  return {
    figures: () => swarm.figures(),
    stop() {
      unsubscribe();
      swarm.destroy();
    },
  };
}
