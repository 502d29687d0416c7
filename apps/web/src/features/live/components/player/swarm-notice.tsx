import type { SharingChoice } from '@tributary/contracts/preferences';
import { clsx } from 'clsx';
import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { endSwarmNotice, isSwarmNoticeDue } from '../../engine/swarm/swarm-choice.ts';
import type { SwarmView } from './use-swarm.ts';

/** Asks whether to exchange the stream with other viewers, or says that it is. Both once in each browser. */
export function SwarmNotice({ swarm, isLowered }: { swarm: SwarmView; isLowered: boolean }) {
  const [isDue, setDue] = useState(isSwarmNoticeDue);
  const informs = isDue && swarm.policy !== 'ask' && swarm.running !== null;
  if (!swarm.isAsking && !informs) return null;
  const close = () => {
    endSwarmNotice();
    setDue(false);
  };
  const choose = (choice: SharingChoice) => {
    close();
    swarm.choose(choice);
  };
  return (
    <section
      aria-label={t('live.swarm')}
      data-swarm-notice={swarm.isAsking ? 'ask' : 'on'}
      className={clsx(
        'absolute inset-x-0 top-(--notice-top,1rem) flex justify-center px-4',
        isLowered && 'mt-16',
      )}
    >
      <div className="flex max-w-[72ch] animate-enter flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-control bg-media-shade px-3 py-2 text-on-media text-sm">
        <p className="min-w-0 flex-1 basis-64 text-pretty">
          {swarm.isAsking
            ? t('live.swarm.ask')
            : swarm.isRelayed
              ? t('live.swarm.onRelayed')
              : t('live.swarm.on')}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" variant="secondary" onClick={() => choose('decline')}>
            {swarm.isAsking ? t('live.swarm.decline') : t('live.swarm.turnOff')}
          </Button>
          {swarm.isAsking && swarm.hasRelayChoice && (
            <Button size="sm" variant="secondary" onClick={() => choose('relay')}>
              {t('live.swarm.relay')}
            </Button>
          )}
          <Button size="sm" onClick={() => (swarm.isAsking ? choose('join') : close())}>
            {swarm.isAsking ? t('live.swarm.allow') : t('live.swarm.gotIt')}
          </Button>
        </div>
      </div>
    </section>
  );
}
