import type { AuditEntry } from '@tributary/contracts/instance';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Moment } from '@/ui/time.tsx';
import { useAudit } from '../queries.ts';
import { actionLabel, detailLines } from './audit-words.ts';

/** The actor: an admin, a deleted account, or the command line. */
export function Actor({ actor }: Pick<AuditEntry, 'actor'>) {
  if (!actor) return <span className="text-muted">{t('admin.audit.commandLine')}</span>;
  return actor.username ? (
    <span>
      <bdi>@{actor.username}</bdi>
    </span>
  ) : (
    <span className="text-muted">{t('ui.deletedAccount')}</span>
  );
}

export function Details({ entry }: { entry: AuditEntry }) {
  const lines = detailLines(entry);
  if (lines.length === 0) return null;
  return (
    <span className="flex flex-col text-muted">
      {lines.map((line) => (
        <bdi key={line} className="[overflow-wrap:anywhere]">
          {line}
        </bdi>
      ))}
    </span>
  );
}

/** A few audit entries, newest first. */
function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ul className="flex flex-col gap-4 text-sm">
      {entries.map((entry) => (
        <li key={entry.id} className="flex flex-col gap-0.5">
          <span className="flex flex-wrap gap-x-2">
            <span className="font-medium">{actionLabel(entry.action)}</span>
            <Actor actor={entry.actor} />
            <span className="text-muted">
              <Moment at={entry.at} />
            </span>
          </span>
          <Details entry={entry} />
        </li>
      ))}
    </ul>
  );
}

const RECENT = 8;

/** The latest audit entries about one subject. */
export function RecentAuditEntries({ subject }: { subject: string }) {
  const entries = useAudit({ subject });
  if (!entries.data) {
    return entries.isError ? (
      <ErrorState message={messageOf(entries.error)} onRetry={() => void entries.refetch()} />
    ) : (
      <Skeleton className="h-24" />
    );
  }
  if (entries.data.items.length === 0) return <p className="text-muted">{t('admin.audit.none')}</p>;
  return <AuditList entries={entries.data.items.slice(0, RECENT)} />;
}
