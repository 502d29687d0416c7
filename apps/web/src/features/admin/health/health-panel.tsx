import type { InstanceHealth } from '@tributary/contracts/admin';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Section } from '@/ui/layout.tsx';
import { DatabaseFacts } from './database-facts.tsx';
import { type Finding, findingsOf, processName } from './findings.ts';
import { ProcessFigures } from './process-figures.tsx';
import { QueueTable } from './queue-table.tsx';
import { StreamTable } from './stream-table.tsx';

/** Processes report as often. */
const REFRESH_MS = 5_000;

type StreamLink = (id: InstanceHealth['streams'][number]['id'], title: string) => ReactNode;

/** The page that an operator opens first when something is slow: limits, processes, streams, queues and the database. */
export function HealthPanel({ streamLink }: { streamLink: StreamLink }) {
  const query = useApi('GET /api/admin/health', {}, { refetchInterval: REFRESH_MS });
  return (
    <Loaded query={query} height="h-160">
      {(health) => (
        <>
          {query.isError && (
            <p role="status" className="flex items-center gap-2 text-amber text-sm">
              <TriangleAlert size={16} aria-hidden="true" className="shrink-0" />
              {t('admin.health.notAnswering')}
            </p>
          )}
          <Health health={health} streamLink={streamLink} />
        </>
      )}
    </Loaded>
  );
}

export function Health({ health, streamLink }: { health: InstanceHealth; streamLink: StreamLink }) {
  const findings = findingsOf(health);
  return (
    <>
      {findings.length === 0 ? (
        <p className="flex items-center gap-2">
          <CircleCheck size={18} aria-hidden="true" className="shrink-0 text-green" />
          {t('admin.health.fine')}
        </p>
      ) : (
        <ul aria-label={t('admin.health.attention')} className="flex flex-col gap-3">
          {findings.map((finding) => (
            <FindingItem key={finding.id} finding={finding} />
          ))}
        </ul>
      )}
      {health.processes.map((process, index) => (
        <ProcessFigures
          key={process.id}
          process={process}
          name={processName(index)}
          isOnly={health.processes.length === 1}
          storage={health.storage}
        />
      ))}
      <Section title={t('admin.health.liveStreams')}>
        <StreamTable health={health} streamLink={streamLink} />
      </Section>
      <Section title={t('admin.health.jobs')}>
        <QueueTable queues={health.queues} />
      </Section>
      <Section title={t('admin.health.databaseAndStorage')}>
        <DatabaseFacts health={health} />
      </Section>
    </>
  );
}

function FindingItem({ finding: { isCritical, text, advice } }: { finding: Finding }) {
  const Icon = isCritical ? CircleAlert : TriangleAlert;
  return (
    <li
      className={`flex gap-3 rounded-media px-4 py-3 ${isCritical ? 'bg-live-soft' : 'bg-amber-soft'} max-w-[80ch]`}
    >
      <Icon
        size={18}
        aria-hidden="true"
        className={`mt-0.5 shrink-0 ${isCritical ? 'text-live' : 'text-amber'}`}
      />
      <div>
        <p className="font-medium [overflow-wrap:anywhere]">{text}</p>
        <p className="text-sm">{advice}</p>
      </div>
    </li>
  );
}
