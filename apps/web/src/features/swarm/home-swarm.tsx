import { SWARM_FIGURES_DAYS } from '@tributary/contracts/swarm';
import { useApi } from '@/lib/api/use-api.ts';
import { formatBytes } from '@/lib/format/bytes.ts';
import { formatNumber } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { formatShare, isMeaningful } from './share.ts';

/** Says at the end of Home how much viewers have passed on to each other. Renders nothing where that is little. */
export function HomeSwarm() {
  const { data } = useApi('GET /api/swarm');
  if (!data || !isMeaningful(data)) return null;
  return (
    <p className="max-w-[72ch] text-pretty text-muted text-sm">
      {t('swarm.home', {
        days: formatNumber(SWARM_FIGURES_DAYS),
        share: formatShare(data),
        size: formatBytes(data.fromPeers),
      })}
    </p>
  );
}
