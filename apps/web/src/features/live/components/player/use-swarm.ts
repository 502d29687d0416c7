import type { SharingChoice } from '@tributary/contracts/preferences';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RunningSwarm, SwarmOffer } from '../../engine/swarm/index.ts';
import type { OfferFinder } from '../../engine/swarm/offer-finder.ts';
import { isMetered, type SwarmChoice, swarmChoice, swarmRoute } from '../../engine/swarm/swarm-choice.ts';
import type { SwarmEnd } from '../../engine/swarm/swarm-types.ts';
import { useSharingDecision } from './use-sharing-decision.ts';
import type { ActivePlayer } from './use-stream-playback.ts';

export interface SwarmView {
  readonly policy: SwarmOffer['policy'];
  /** The viewer has to be asked first. */
  readonly isAsking: boolean;
  readonly isChosen: boolean;
  /** Addresses are hidden behind a relay. */
  readonly isRelayed: boolean;
  /** The viewer may choose whether they are. */
  readonly hasRelayChoice: boolean;
  /** The connection is metered or saves data, so that nothing is exchanged. */
  readonly isMetered: boolean;
  readonly running: RunningSwarm | null;
  choose(choice: SharingChoice): void;
}

const load = () => import('../../engine/swarm/index.ts');

/** Exchanges a live stream with other viewers, where its creator, the instance and this viewer want it. Null: not offered. */
export function useSwarm(
  active: ActivePlayer | null,
  video: HTMLVideoElement | null,
  streamId: string | null,
): SwarmView | null {
  const decide = useSharingDecision();
  const [decided, setDecided] = useState<SwarmChoice>(null);
  const [ofBrowser] = useState(swarmChoice);
  const [offer, setOffer] = useState<{ readonly streamId: string; readonly offer: SwarmOffer } | null>(null);
  const [running, setRunning] = useState<RunningSwarm | null>(null);
  const [hasEnded, setEnded] = useState(false);
  const finder = useRef<Pick<OfferFinder<SwarmOffer | null>, 'findAgain' | 'stop'> | null>(null);
  const player = active?.kind === 'live' ? active.player : null;
  // Nothing of this may delay the first frame.
  const hasStarted = active?.kind === 'live' && active.snapshot.latency !== null;
  const wanted = hasStarted ? streamId : null;
  useEffect(() => {
    if (wanted === null) return;
    let isOver = false;
    const follow = async () => {
      const { followSwarmOffer } = await load();
      if (isOver) return;
      finder.current = followSwarmOffer(wanted, (found) =>
        setOffer(found === null ? null : { streamId: wanted, offer: found }),
      );
    };
    // Without the engine, the stream plays on over HTTP.
    follow().catch(() => undefined);
    return () => {
      isOver = true;
      finder.current?.stop();
      finder.current = null;
    };
  }, [wanted]);

  const present = offer !== null && offer.streamId === streamId ? offer.offer : null;
  const metered = isMetered();
  const choice = decided ?? present?.accountChoice ?? ofBrowser;
  const route = present === null ? null : swarmRoute(present, choice);
  const joins = route !== null && !metered && !hasEnded;
  const onEnded = useEffectEvent((reason: SwarmEnd) => {
    setRunning(null);
    // Another policy is another offer, under which the exchange begins anew, such as through a relay.
    if (reason === 'policy') finder.current?.findAgain();
    else setEnded(true);
  });
  useEffect(() => {
    if (
      !joins ||
      route === null ||
      present === null ||
      streamId === null ||
      player === null ||
      video === null
    )
      return;
    let isOver = false;
    let started: RunningSwarm | null = null;
    const start = async () => {
      const { startSwarm } = await load();
      if (isOver) return;
      started = startSwarm({
        streamId,
        offer: present,
        route,
        player,
        video,
        onEnded: (reason) => onEnded(reason),
      });
      setRunning(started);
    };
    start().catch(() => undefined);
    return () => {
      isOver = true;
      started?.stop();
      setRunning(null);
    };
  }, [joins, route, present, streamId, player, video]);

  if (present === null || player === null) return null;
  return {
    policy: present.policy,
    isAsking: choice === null && present.policy === 'ask' && !metered,
    isChosen: route !== null,
    isRelayed: route === 'relay',
    hasRelayChoice: present.hasRelay && present.policy !== 'relay',
    isMetered: metered,
    running,
    choose(next) {
      decide(next);
      setDecided(next);
      setEnded(false);
    },
  };
}
