import { Settings } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/ui/overlays/dropdown-menu.tsx';
import type { MediaSnapshot } from '../../engine/media/media-player.ts';
import { AUTO, type Quality } from '../../engine/sources/source.ts';
import type { StreamPlayer } from '../../engine/stream-playback.ts';
import type { SwarmView } from '../player/use-swarm.ts';
import type { UltraLowDelayView } from '../player/use-ultra-low-delay.ts';
import { CONTROL } from './control-button.tsx';
import { Statistics } from './statistics.tsx';
import { SwarmStatistics } from './swarm-statistics.tsx';

const ConnectionsDialog = lazy(async () => ({
  default: (await import('./connections/connections-dialog.tsx')).ConnectionsDialog,
}));

interface QualityMenuProps {
  player: StreamPlayer;
  snapshot: Pick<MediaSnapshot, 'qualities' | 'quality' | 'playingQuality' | 'dataSaver'>;
  /** Null where it cannot be chosen. */
  ultraLowDelay: UltraLowDelayView | null;
  /** Null where the stream is not exchanged between viewers. */
  swarm: SwarmView | null;
  /** More to do with the video, between the qualities and the statistics. */
  children?: ReactNode;
  onOpenChange: (open: boolean) => void;
}

/** The renditions to choose from, and statistics of what is playing. */
export function QualityMenu({
  player,
  snapshot,
  ultraLowDelay,
  swarm,
  children,
  onOpenChange,
}: QualityMenuProps) {
  const [open, setOpen] = useState(false);
  const [showsConnections, setShowsConnections] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange(next);
  };
  const { qualities, quality, playingQuality, dataSaver } = snapshot;
  const hasChoice = qualities.length > 1;
  // Choosing any of them ends it.
  const chosen = ultraLowDelay?.phase === 'on' && hasChoice ? '' : String(quality);
  // The best first; hls.js lists the smallest first.
  const renditions = qualities.filter(({ index }) => index >= 0).reverse();
  const others = qualities.filter(({ index }) => index < 0);
  return (
    <>
      <DropdownMenu open={open} onOpenChange={change} modal={false}>
        <DropdownMenuTrigger aria-label={t('live.settings')} className={CONTROL}>
          <Settings size={21} aria-hidden="true" />
        </DropdownMenuTrigger>
        <DropdownMenuContent
          side="top"
          collisionPadding={8}
          className="max-h-(--radix-dropdown-menu-content-available-height) w-72 overflow-y-auto"
        >
          <DropdownMenuRadioGroup
            aria-label={t('live.quality')}
            value={chosen}
            onValueChange={(value) => player.chooseQuality(Number(value))}
          >
            {hasChoice && (
              <DropdownMenuRadioItem value={String(AUTO)}>
                {quality === AUTO && playingQuality !== null
                  ? t('live.quality.autoNow', { quality: playingQuality })
                  : t('live.quality.auto')}
              </DropdownMenuRadioItem>
            )}
            {[...renditions, ...others].map((one) => (
              <DropdownMenuRadioItem
                key={one.index}
                value={hasChoice ? String(one.index) : chosen}
                disabled={!one.isAvailable}
              >
                {one.label}
                <QualityNote quality={one} />
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
          {(renditions.length > 1 || ultraLowDelay || swarm) && <DropdownMenuSeparator />}
          {renditions.length > 1 && (
            <DropdownMenuCheckboxItem
              checked={dataSaver}
              onCheckedChange={(checked) => player.setDataSaver(checked)}
            >
              {t('live.quality.dataSaver')}
            </DropdownMenuCheckboxItem>
          )}
          {ultraLowDelay && <UltraLowDelayItem view={ultraLowDelay} />}
          {swarm && <SwarmItem swarm={swarm} />}
          {qualities.length > 0 && <DropdownMenuSeparator />}
          {children}
          <Statistics player={player} />
          {swarm?.running && (
            <SwarmStatistics running={swarm.running} onShowConnections={() => setShowsConnections(true)} />
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {swarm?.running && showsConnections && (
        <Suspense fallback={null}>
          <ConnectionsDialog running={swarm.running} onClose={() => setShowsConnections(false)} />
        </Suspense>
      )}
    </>
  );
}

function UltraLowDelayItem({ view }: { view: UltraLowDelayView }) {
  return (
    <DropdownMenuCheckboxItem checked={view.isChosen} onCheckedChange={view.choose}>
      <span>
        {t('live.delay')}
        <span className="block text-pretty text-faint">{delayNote(view)}</span>
      </span>
    </DropdownMenuCheckboxItem>
  );
}

function SwarmItem({ swarm }: { swarm: SwarmView }) {
  const { isChosen, isRelayed, hasRelayChoice, isMetered, choose } = swarm;
  const note = isRelayed ? t('live.swarm.relay.note') : t('live.swarm.note');
  return (
    <>
      <DropdownMenuCheckboxItem
        checked={isChosen && !isMetered}
        disabled={isMetered}
        onCheckedChange={(isOn) => choose(isOn ? 'join' : 'decline')}
      >
        <span>
          {t('live.swarm')}
          <span className="block text-pretty text-faint">{isMetered ? t('live.swarm.metered') : note}</span>
        </span>
      </DropdownMenuCheckboxItem>
      {hasRelayChoice && isChosen && !isMetered && (
        <DropdownMenuCheckboxItem
          checked={isRelayed}
          onCheckedChange={(isOn) => choose(isOn ? 'relay' : 'join')}
        >
          {t('live.swarm.relay')}
        </DropdownMenuCheckboxItem>
      )}
    </>
  );
}

function delayNote({ isChosen, phase }: UltraLowDelayView): string {
  if (isChosen && phase === 'connecting') return t('live.delay.connecting');
  if (isChosen && phase === 'fallen_back') return t('live.delay.normal');
  return t('live.delay.source');
}

function QualityNote({ quality: { isAvailable, isSource } }: { quality: Quality }) {
  const note = isAvailable ? (isSource ? t('live.quality.source') : null) : t('live.quality.unavailable');
  return note === null ? null : <span className="ms-auto text-faint">{note}</span>;
}
