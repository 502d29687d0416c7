import type { StreamDetail } from '@tributary/contracts/live';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '@/lib/api/client.ts';
import { useSession } from '@/lib/session.ts';
import { systemClock } from '../engine/media/environment.ts';
import { setMediaGrant } from '../engine/media/media-address.ts';
import { gatedStreamOf, PlaybackAccess, type PlaybackAccessState } from '../engine/playback-access.ts';

const neverChanges = () => () => {};
const OPENING: { state: PlaybackAccessState } = { state: { kind: 'opening' } };
const SIGNED_OUT: PlaybackAccessState = {
  kind: 'refused',
  code: 'unauthenticated',
  message: '',
  wasOpen: false,
};

export interface PlaybackAccessView {
  readonly state: PlaybackAccessState;
  /** Asks for access again, now. */
  open(takeOver?: boolean): void;
}

/**
 * The access of this browser to a gated stream that is live or recorded, renewed while mounted. Null for all others.
 * @param options.takeOver plays here instead of in another browser at first, without asking
 * @param options.isOfClip for a clip of the stream, which outlives its recording
 */
export function usePlaybackAccess(
  detail: StreamDetail | null | undefined,
  { takeOver = false, isOfClip = false }: { takeOver?: boolean; isOfClip?: boolean } = {},
): PlaybackAccessView | null {
  const { state: session, user } = useSession();
  const gated = gatedStreamOf(detail, isOfClip);
  const id = gated?.id ?? null;
  // A new gate may ask for something else.
  // So may its end: the recording is at another address.
  const gate = gated?.gate ? `${gated.gate.kind} ${gated.gate.id} ${detail?.state === 'ended'}` : null;
  const who = user?.id ?? session;
  const [access, setAccess] = useState<PlaybackAccess | null>(null);
  useEffect(() => {
    if (id === null || gate === null || who === 'loading' || who === 'signed-out') return;
    const opening = new PlaybackAccess(systemClock, async (insteadOfOthers) => {
      const body = { takeOver: insteadOfOthers };
      const { mediaGrant, ...opened } = await call('POST /api/streams/:id/playback', {
        params: { id },
        body,
      });
      setMediaGrant(id, mediaGrant);
      return opened;
    });
    void opening.open(takeOver);
    setAccess(opening);
    // The person may have got access in another tab.
    const onVisible = () => {
      const { state } = opening.store.get();
      const isMissing = state.kind === 'refused' && state.code !== 'too_many_screens';
      if (isMissing && document.visibilityState === 'visible') void opening.open();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      opening.close();
      setAccess(null);
    };
  }, [id, gate, who, takeOver]);
  const { state } = useSyncExternalStore(
    access?.store.subscribe ?? neverChanges,
    access?.store.get ?? (() => OPENING),
  );
  if (id === null) return null;
  return {
    state: who === 'signed-out' ? SIGNED_OUT : state,
    open: (insteadOfOthers) => void access?.open(insteadOfOthers),
  };
}

/** The URL from which a creator's browser plays their own stream, gated or not; null while there is none. */
export function useOwnPlaybackUrl(detail: StreamDetail | null | undefined): string | null {
  const access = usePlaybackAccess(detail, { takeOver: true });
  if (access === null) return detail?.stream?.playbackUrl ?? null;
  return access.state.kind === 'open' ? access.state.playbackUrl : null;
}
