import { Link, useRouter } from '@tanstack/react-router';
import type { Gate } from '@tributary/contracts/channels';
import type { StreamDetail } from '@tributary/contracts/live';
import type { ComponentType } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';
import { AUDIENCES } from '@/ui/media/access-badge.tsx';
import { Image } from '@/ui/media/image.tsx';
import type { PlaybackAccessView } from '../../api/use-playback-access.ts';
import { TitledText, VideoMessage } from '../player/player-notice.tsx';

/** Leads to the ticket or subscription that a gate asks for. */
export type Offer = ComponentType<{ gate: Gate; streamer: StreamDetail['streamer'] }>;

interface Sentences {
  readonly text: string;
  /** For those whom the gate shuts out while they watch. */
  readonly closed: string;
}

const SENTENCES: Readonly<Record<Gate['kind'], Sentences>> = {
  event: {
    text: t('live.gate.event'),
    closed: t('live.gate.eventNow'),
  },
  subscribers: {
    text: t('live.gate.subscribers'),
    closed: t('live.gate.subscribersNow'),
  },
};

interface GateNoticeProps {
  detail: StreamDetail;
  gate: Gate;
  access: PlaybackAccessView;
  /** The stream played for everybody until now. */
  wasOpen?: boolean;
  /** In a page of another site, where nobody is signed in. */
  embedded: boolean;
  offer?: Offer | undefined;
}

/** In place of the player of a gated stream while this browser has no access to it. */
export function GateNotice({
  detail,
  gate,
  access,
  wasOpen = false,
  embedded,
  offer: Offer = OfferLink,
}: GateNoticeProps) {
  const { stream, streamer } = detail;
  const { state, open } = access;
  const router = useRouter();
  const code = state.kind === 'refused' ? state.code : state.kind;
  return (
    <div className="relative size-full bg-black" data-player data-state={state.kind}>
      {stream && <Image src={stream.thumbnailUrl} alt="" className="size-full opacity-50" />}
      <VideoMessage>
        {code === 'opening' ? (
          <Spinner size={52} label={t('ui.loading')} />
        ) : (
          <Explanation gate={gate} state={state} wasOpen={wasOpen} />
        )}
        <div className="flex flex-wrap justify-center gap-3">
          {embedded ? (
            <Button asChild>
              <a href={`/stream/${stream?.id}`} target="_blank" rel="noopener">
                {t('live.gate.openPage')}
              </a>
            </Button>
          ) : code === 'too_many_screens' ? (
            <Button onClick={() => open(true)}>{t('live.gate.here')}</Button>
          ) : code === 'screens_changed_too_often' ? (
            <Button onClick={() => open()}>{t('ui.tryAgain')}</Button>
          ) : code === 'unauthenticated' ? (
            <>
              <Button asChild>
                <Link to="/login" search={{ from: router.state.location.href }}>
                  {t('ui.signIn')}
                </Link>
              </Button>
              <Offer gate={gate} streamer={streamer} />
            </>
          ) : (
            state.kind === 'refused' && <Offer gate={gate} streamer={streamer} />
          )}
        </div>
      </VideoMessage>
    </div>
  );
}

interface ExplanationProps {
  gate: Gate;
  state: PlaybackAccessView['state'];
  wasOpen: boolean;
}

function Explanation({ gate, state, wasOpen }: ExplanationProps) {
  const title = AUDIENCES[gate.kind];
  const { text: always, closed } = SENTENCES[gate.kind];
  const text = wasOpen ? closed : always;
  if (state.kind === 'failed')
    return <TitledText title={t('live.gate.notOpened')}>{state.message}</TitledText>;
  if (state.kind !== 'refused') return null;
  switch (state.code) {
    case 'unauthenticated':
      return (
        <TitledText title={title}>
          {text} {t('live.gate.signIn')}
        </TitledText>
      );
    case 'ticket_required':
    case 'subscription_required':
      return <TitledText title={state.wasOpen ? t('live.gate.accessEnded') : title}>{text}</TitledText>;
    case 'too_many_screens':
      return (
        <TitledText title={state.wasOpen ? t('live.gate.otherBrowser') : t('live.gate.otherBrowsers')}>
          {state.wasOpen && `${t('live.gate.tookOver')} `}
          {state.message}
        </TitledText>
      );
    case 'screens_changed_too_often':
      return <TitledText title={t('live.gate.changes')}>{state.message}</TitledText>;
    default:
      return <TitledText title={t('live.failed.stream')}>{state.message}</TitledText>;
  }
}

/** Leads to the event, or to the channel with its tiers. */
export const OfferLink: Offer = ({ gate, streamer: { username } }) => (
  <Button asChild variant="secondary">
    {gate.kind === 'event' ? (
      <Link to="/events/$eventId" params={{ eventId: gate.id }}>
        {t('live.gate.viewEvent')}
      </Link>
    ) : (
      <Link to="/streamer/$username" params={{ username }}>
        {t('live.gate.viewChannel')}
      </Link>
    )}
  </Button>
);
