import { Play, VolumeX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Mark } from '@/ui/brand/mark.tsx';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';
import type { FailureReason, PlayerState } from '../../engine/media/player-state.ts';
import type { StreamPlayer } from '../../engine/stream-playback.ts';
import type { Toggle } from './display-modes.ts';

const SPINNER_AFTER_MS = 300;

const FAILURES: Readonly<Record<FailureReason, string>> = {
  unsupported_codec: t('live.failed.codec'),
  decode_error: t('live.failed.decode'),
  not_found: t('live.failed.gone'),
};

interface PlayerNoticeProps {
  player: StreamPlayer;
  snapshot: { readonly state: PlayerState; readonly autoMuted: boolean };
  isRecording: boolean;
  /** The streamer's name. */
  streamer: string;
  graceSeconds: number;
  /** The streamer stopped the encoder, rather than losing the connection. */
  stopped: boolean;
  /** Shown once the stream has ended. */
  afterEnd?: ReactNode;
  /** Shown once a recording has ended. */
  afterRecording?: ReactNode;
  pictureInPicture: Toggle;
}

/** Explains on top of the video what is going on, wherever it does not just play. */
export function PlayerNotice({
  player,
  snapshot,
  isRecording,
  streamer,
  graceSeconds,
  stopped,
  afterEnd,
  afterRecording,
  pictureInPicture,
}: PlayerNoticeProps) {
  const { state, autoMuted } = snapshot;
  switch (state.kind) {
    case 'idle':
      return null;
    case 'paused':
    case 'playing':
    case 'loading':
    case 'stalled':
      if (pictureInPicture.active) return <PictureInPictureMessage onReturn={pictureInPicture.toggle} />;
      if (state.kind === 'loading' || state.kind === 'stalled') return <DelayedSpinner key={state.kind} />;
      return state.kind === 'playing' && autoMuted ? <UnmuteButton player={player} /> : null;
    case 'blocked':
      return (
        <div className="absolute inset-0 flex items-center justify-center bg-scrim">
          <button
            type="button"
            aria-label={t('live.play')}
            onClick={() => player.play()}
            className="flex size-20 items-center justify-center rounded-full bg-on-media text-[oklch(0.17_0.015_220)] shadow-float"
          >
            <Play size={34} fill="currentColor" aria-hidden="true" className="ms-1" />
          </button>
        </div>
      );
    default:
      // The controls play it again.
      if (isRecording && state.kind === 'ended') return afterRecording;
      return (
        <VideoMessage>
          <Explanation
            isRecording={isRecording}
            state={state}
            streamer={streamer}
            graceSeconds={graceSeconds}
            stopped={stopped}
          />
          {state.kind === 'ended' && afterEnd}
          {state.kind === 'failed' && (
            <Button variant="secondary" onClick={() => player.retry()}>
              {t('ui.tryAgain')}
            </Button>
          )}
        </VideoMessage>
      );
  }
}

interface ExplanationProps {
  isRecording: boolean;
  state: Extract<PlayerState, { kind: 'reconnecting' | 'interrupted' | 'ended' | 'failed' }>;
  streamer: string;
  graceSeconds: number;
  stopped: boolean;
}

/** Keeps a name of the other direction apart from its sentence. */
const isolated = (words: ReactNode) => <bdi>{words}</bdi>;

function Explanation({ isRecording, state, streamer, graceSeconds, stopped }: ExplanationProps) {
  switch (state.kind) {
    case 'interrupted':
      return stopped ? (
        <TitledText title={t('live.stopped')}>
          <Text k="live.stopped.text" values={{ streamer, seconds: String(graceSeconds), name: isolated }} />
        </TitledText>
      ) : (
        <TitledText title={t('live.reconnecting')}>
          <Text
            k="live.reconnecting.text"
            values={{ streamer, seconds: String(graceSeconds), name: isolated }}
          />
        </TitledText>
      );
    case 'reconnecting':
      if (state.cause === 'forbidden') {
        return <TitledText title={t('live.access.checking')}>{t('live.access.soon')}</TitledText>;
      }
      return state.cause === 'offline' ? (
        <TitledText title={t('live.offline')}>
          {t(isRecording ? 'live.offline.recording' : 'live.offline.stream')}
        </TitledText>
      ) : (
        <TitledText title={t('live.unreachable')}>{t('live.unreachable.text')}</TitledText>
      );
    case 'ended':
      return <TitledText title={t('live.ended')}>{t('live.ended.thanks')}</TitledText>;
    case 'failed': {
      const title = t(isRecording ? 'live.failed.recording' : 'live.failed.stream');
      const isGone = isRecording && state.reason === 'not_found';
      const reason = isGone ? t('live.failed.deleted') : FAILURES[state.reason];
      return <TitledText title={title}>{reason}</TitledText>;
    }
  }
}

export function TitledText({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="font-display font-semibold text-lg">{title}</p>
      <p className="max-w-[44ch] text-balance text-sm opacity-90 sm:text-base">{children}</p>
    </div>
  );
}

/** A message over the dimmed video. */
export function VideoMessage({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="absolute inset-0 flex animate-fade flex-col items-center justify-center gap-3 bg-scrim p-4 text-center text-on-media sm:gap-4"
    >
      <Mark className="size-8 opacity-80 max-sm:hidden" />
      {children}
    </div>
  );
}

/** The browser leaves the page's own video black meanwhile. */
function PictureInPictureMessage({ onReturn }: { onReturn: () => void }) {
  return (
    <VideoMessage>
      <p className="font-display font-semibold text-lg">{t('live.pip.playing')}</p>
      <Button variant="secondary" onClick={onReturn}>
        {t('live.pip.return')}
      </Button>
    </VideoMessage>
  );
}

/** Appears after a moment, since most waits are shorter than a spinner is useful. */
function DelayedSpinner() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SPINNER_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <div className="pointer-events-none absolute inset-0 flex animate-fade items-center justify-center text-on-media">
      <Spinner size={52} label={t('ui.loading')} />
    </div>
  );
}

function UnmuteButton({ player }: { player: StreamPlayer }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-(--notice-top,1rem) flex justify-center sm:top-(--notice-top,1.5rem)">
      <button
        type="button"
        onClick={() => player.setMuted(false)}
        className="pointer-events-auto flex h-12 animate-enter items-center gap-3 rounded-full bg-on-media pe-6 ps-5 font-semibold text-[oklch(0.17_0.015_220)] shadow-float"
      >
        <VolumeX size={22} aria-hidden="true" />
        {t('live.unmute')}
      </button>
    </div>
  );
}
