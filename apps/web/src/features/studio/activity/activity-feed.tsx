import { Activity as ActivityIcon, SquareArrowOutUpRight } from 'lucide-react';
import { Fragment, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { useActivity } from '../api/use-activity.ts';
import { type ActivityFilter, FILTERS, filtered, startOfStream } from '../engine/activity-log.ts';
import { Panel } from '../workspace/panel.tsx';
import { ActivityRow } from './activity-row.tsx';

const FILTER_NAMES: Readonly<Record<ActivityFilter, string>> = {
  all: t('studio.activity.all'),
  follows: t('studio.activity.follows'),
  support: t('studio.activity.support'),
  raids: t('studio.activity.raids'),
};

interface ActivityFeedProps {
  /** When the live stream started; null while offline. */
  startedAt: string | null;
  /** Whether it fills its own window. */
  isWindow?: boolean;
}

/** Follows, donations, subscriptions, gifts and raids of the own channel, newest first, as they happen. */
export function ActivityFeed({ startedAt, isWindow = false }: ActivityFeedProps) {
  const entries = useActivity();
  const [filter, setFilter] = useState<ActivityFilter>('all');
  return (
    <Panel
      title={t('studio.activity')}
      tools={
        <>
          <Select
            aria-label={t('studio.activity.filter')}
            value={filter}
            onChange={({ target }) =>
              setFilter(FILTERS.find((candidate) => candidate === target.value) ?? 'all')
            }
            className="h-8! text-sm"
          >
            {FILTERS.map((candidate) => (
              <option key={candidate} value={candidate}>
                {FILTER_NAMES[candidate]}
              </option>
            ))}
          </Select>
          {!isWindow && (
            <Button
              variant="quiet"
              size="icon-sm"
              aria-label={t('studio.activity.window')}
              title={t('studio.activity.window')}
              onClick={() => window.open('/pro-studio/activity', '_blank', 'popup,width=400,height=720')}
            >
              <SquareArrowOutUpRight size={16} aria-hidden="true" />
            </Button>
          )}
        </>
      }
    >
      {entries === null ? (
        <Loading />
      ) : (
        <Entries entries={filtered(entries, filter)} startedAt={startedAt} isFiltered={filter !== 'all'} />
      )}
    </Panel>
  );
}

interface EntriesProps {
  entries: ReturnType<typeof filtered>;
  startedAt: string | null;
  isFiltered: boolean;
}

function Entries({ entries, startedAt, isFiltered }: EntriesProps) {
  if (entries.length === 0) {
    return (
      <div className="m-auto flex flex-col items-center gap-3 px-8 py-10 text-center text-muted text-sm">
        <ActivityIcon size={28} aria-hidden="true" />
        <p className="text-balance">
          {isFiltered ? t('studio.activity.noneOfKind') : t('studio.activity.empty')}
        </p>
      </div>
    );
  }
  const start = startOfStream(entries, startedAt);
  return (
    <ul aria-label={t('studio.activity')} aria-live="polite" aria-relevant="additions" className="py-1">
      {entries.map((entry, index) => (
        <Fragment key={entry.id}>
          {index === start && (
            <li className="flex items-center gap-3 px-4 py-2 text-faint text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              {t('studio.activity.started')}
            </li>
          )}
          <ActivityRow entry={entry} />
        </Fragment>
      ))}
    </ul>
  );
}

const Loading = () => (
  <div role="status" aria-label={t('ui.loading')} className="flex flex-col gap-4 p-4">
    {['a', 'b', 'c', 'd', 'e'].map((key) => (
      <div key={key} className="flex gap-3">
        <Skeleton className="size-8 rounded-full" />
        <Skeleton className="h-9 flex-1" />
      </div>
    ))}
  </div>
);
