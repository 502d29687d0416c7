import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { CaptionsSnapshot } from '../../engine/captions/video-captions.ts';
import type { StreamStatus } from '../../engine/live/player-types.ts';
import { prefersUltraLowDelay, rememberUltraLowDelay } from '../../engine/webrtc/delay-preference.ts';
import type { BrowserUltraLowDelay } from '../../engine/webrtc/index.ts';
import type { UltraLowDelaySnapshot } from '../../engine/webrtc/ultra-low-delay-types.ts';
import type { ActivePlayer } from './use-stream-playback.ts';

const OFF: UltraLowDelaySnapshot = { phase: 'idle', notice: null };
const neverChanges = () => () => {};

interface UltraLowDelayOptions {
  /** Null where the stream is not offered over WebRTC. */
  readonly whepUrl: string | null;
  /** Another object each time that the access to a gated stream has been renewed. */
  readonly grant: object | null;
  readonly streamState: StreamStatus['state'];
  readonly captions: Pick<CaptionsSnapshot, 'isOn' | 'tracks'>;
}

export interface UltraLowDelayView extends UltraLowDelaySnapshot {
  readonly isChosen: boolean;
  choose(isOn: boolean): void;
}

/** Plays a live stream over WebRTC where the viewer has chosen it; null where that cannot be chosen. */
export function useUltraLowDelay(
  active: ActivePlayer | null,
  video: HTMLVideoElement | null,
  { whepUrl, grant, streamState, captions }: UltraLowDelayOptions,
): UltraLowDelayView | null {
  const [isChosen, setChosen] = useState(prefersUltraLowDelay);
  const [control, setControl] = useState<BrowserUltraLowDelay | null>(null);
  const player = active?.kind === 'live' ? active.player : null;
  const endpoint = isSupported() ? whepUrl : null;
  const areOn = captions.isOn;
  const haveTracks = captions.tracks.length > 0;

  const choose = (isOn: boolean) => {
    rememberUltraLowDelay(isOn);
    setChosen(isOn);
  };
  const turnOff = useEffectEvent(() => choose(false));
  /** Set where the viewer has just chosen it, rather than on an earlier page. */
  const [isFresh, setFresh] = useState(false);
  const onStarted = useEffectEvent((started: BrowserUltraLowDelay) => {
    started.setStreamState(streamState);
    started.setCaptions({ areOn, haveTracks });
    if (isFresh) started.choose();
    setFresh(false);
    setControl(started);
  });
  useEffect(() => {
    if (!isChosen || endpoint === null || player === null || video === null) return;
    let started: BrowserUltraLowDelay | null = null;
    let isOver = false;
    const start = async () => {
      const { startUltraLowDelay } = await import('../../engine/webrtc/index.ts');
      if (isOver) return;
      started = startUltraLowDelay(endpoint, player, video, () => turnOff());
      onStarted(started);
    };
    // Without its code, the stream plays on over HLS.
    start().catch(() => undefined);
    return () => {
      isOver = true;
      started?.destroy();
      setControl(null);
    };
  }, [isChosen, endpoint, player, video]);
  useEffect(() => control?.setStreamState(streamState), [control, streamState]);
  useEffect(() => control?.setCaptions({ areOn, haveTracks }), [control, areOn, haveTracks]);
  useEffect(() => {
    if (grant !== null) control?.renewAccess();
  }, [control, grant]);

  const snapshot = useSyncExternalStore(
    control?.store.subscribe ?? neverChanges,
    control?.store.get ?? (() => OFF),
  );
  if (endpoint === null || player === null) return null;
  return {
    ...snapshot,
    isChosen,
    choose(isOn) {
      setFresh(isOn);
      choose(isOn);
    },
  };
}

const isSupported = () =>
  'RTCPeerConnection' in globalThis && 'requestVideoFrameCallback' in HTMLVideoElement.prototype;
