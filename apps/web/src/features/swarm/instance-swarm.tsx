import { SWARM_FIGURES_DAYS } from '@tributary/contracts/swarm';
import { useApi } from '@/lib/api/use-api.ts';
import { formatBytes } from '@/lib/format/bytes.ts';
import { formatCount, formatNumber } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Section } from '@/ui/layout.tsx';
import { formatShare } from './share.ts';

const EXPLANATIONS = {
  off: t('swarm.instance.off'),
  relay: t('swarm.instance.relay'),
  ask: t('swarm.instance.ask'),
  on: t('swarm.instance.on'),
} as const;

/** How much the viewers of the instance pass on to each other, and what its operator allows. */
export function InstanceSwarm() {
  return (
    <Section title={t('swarm.title')}>
      <Loaded query={useApi('GET /api/swarm')} height="h-24">
        {(swarm) => (
          <div className="flex flex-col gap-4">
            <p className="max-w-[72ch] text-muted text-sm">{EXPLANATIONS[swarm.policy]}</p>
            {swarm.policy === 'relay' && !swarm.hasRelay && (
              <p className="max-w-[72ch] text-muted text-sm">{t('swarm.instance.noRelay')}</p>
            )}
            {swarm.policy !== 'off' && (
              <dl className="flex flex-wrap gap-x-10 gap-y-4 empty:hidden">
                {swarm.peers > 0 && (
                  <Figure label={t('swarm.instance.peers')} value={formatCount(swarm.peers)} />
                )}
                {swarm.fromPeers > 0 && (
                  <>
                    <Figure label={t('swarm.instance.share')} value={formatShare(swarm)} />
                    <Figure label={t('swarm.instance.saved')} value={formatBytes(swarm.fromPeers)} />
                  </>
                )}
              </dl>
            )}
            {swarm.policy !== 'off' && (
              <p className="text-muted text-sm">
                {t(swarm.fromPeers > 0 ? 'swarm.instance.period' : 'swarm.instance.none', {
                  days: formatNumber(SWARM_FIGURES_DAYS),
                })}
              </p>
            )}
          </div>
        )}
      </Loaded>
    </Section>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-display font-semibold text-lg tabular-nums">{value}</dd>
    </div>
  );
}
