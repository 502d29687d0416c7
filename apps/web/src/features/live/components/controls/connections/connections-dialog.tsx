/** The map of this viewer's connections. Loaded when it is opened. */
import { X } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { DialogFrame, DialogTitle } from '@/ui/overlays/dialog.tsx';
import type { RunningSwarm } from '../../../engine/swarm/index.ts';
import type { SwarmFigures } from '../../../engine/swarm/swarm-types.ts';
import { useSwarmFigures } from '../use-swarm-figures.ts';
import { ConnectionMap } from './connection-map.tsx';
import { ConnectionTable } from './connection-table.tsx';
import { ConnectionList } from './connections.ts';

const followConnections = () => {
  const list = new ConnectionList();
  return (figures: SwarmFigures) => list.update(figures, performance.now());
};

interface ConnectionsDialogProps {
  running: RunningSwarm;
  onClose: () => void;
}

export function ConnectionsDialog({ running, onClose }: ConnectionsDialogProps) {
  return (
    <DialogFrame open onOpenChange={onClose}>
      <div className="mb-2 flex items-start justify-between gap-4">
        <DialogTitle>{t('live.swarm.connections')}</DialogTitle>
        <Button variant="quiet" size="icon" aria-label={t('ui.close')} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </Button>
      </div>
      <Connections running={running} />
    </DialogFrame>
  );
}

function Connections({ running }: { running: RunningSwarm }) {
  const connections = useSwarmFigures(running, followConnections) ?? [];
  const hasViewers = connections.some(({ kind }) => kind === 'viewer');
  return (
    <>
      <ConnectionMap connections={connections} />
      <Legend />
      {!hasViewers && <p className="mb-3 text-muted text-sm">{t('live.swarm.connections.none')}</p>}
      <ConnectionTable connections={connections} />
    </>
  );
}

function Legend() {
  return (
    <ul
      aria-hidden="true"
      className="mt-1 mb-4 flex flex-wrap justify-center gap-x-5 gap-y-1 text-faint text-sm"
    >
      <li className="flex items-center gap-2">
        <span className="h-1 w-5 rounded-full bg-accent" />
        {t('live.swarm.received')}
      </li>
      <li className="flex items-center gap-2">
        <span className="h-1 w-5 rounded-full bg-amber" />
        {t('live.swarm.given')}
      </li>
    </ul>
  );
}
