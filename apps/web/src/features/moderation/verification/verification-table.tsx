import type { AdminVerificationRequest } from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import { BadgeCheck, Check, ExternalLink, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { useApiTable } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { refine } from '@/lib/table-search.ts';
import { Badge } from '@/ui/badge.tsx';
import { Person } from '@/ui/media/person.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { Filter, FilterBar } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { ActionDialog, type AdminAction } from '../action-dialog.tsx';
import { verificationFilterOf } from '../queries.ts';

interface VerificationTableProps extends Searched {
  personLink: (id: UserId, children: ReactNode) => ReactNode;
}

const BADGES = {
  pending: ['amber', t('moderation.verification.badge.pending')],
  approved: ['green', t('moderation.verification.badge.approved')],
  rejected: ['neutral', t('moderation.verification.badge.rejected')],
} as const;

/** Verification requests, those that have waited longest first. */
export function VerificationTable({ search, onSearch, personLink }: VerificationTableProps) {
  const [action, setAction] = useState<AdminAction | null>(null);
  const filter = verificationFilterOf(search);
  const columns: readonly Column<AdminVerificationRequest, 'submittedAt'>[] = [
    {
      label: t('moderation.streams.streamer'),
      cell: (request) => personLink(request.streamer.id, <Person person={request.streamer} showsUsername />),
    },
    {
      label: t('moderation.verification.links'),
      cell: ({ socialMediaLinks }) => <Links urls={socialMediaLinks} />,
    },
    { label: t('moderation.status'), cell: (request) => <Decision request={request} /> },
    {
      label: t('moderation.verification.requested'),
      sort: 'submittedAt',
      figure: true,
      cell: ({ submittedAt }) => <Moment at={submittedAt} />,
    },
  ];
  return (
    <div className="flex flex-col gap-5">
      <FilterBar aside={<ExportLink path="/api/admin/verification-requests.csv" filter={filter} />}>
        <Filter
          label={t('moderation.status')}
          value={filter.status === 'pending' ? undefined : filter.status}
          options={{
            '': t('moderation.pending'),
            approved: t('moderation.approved'),
            rejected: t('moderation.rejected'),
            all: t('moderation.all'),
          }}
          onChange={(status) => onSearch(refine(search, { status }))}
        />
      </FilterBar>
      <PagedTable
        caption={t('moderation.verification.requests')}
        columns={columns}
        page={useApiTable('GET /api/admin/verification-requests', search, { query: filter })}
        search={search}
        onSearch={onSearch}
        nameOf={({ streamer }) => streamer.username}
        defaultOrder={{ by: 'submittedAt', descending: false }}
        empty={{
          icon: BadgeCheck,
          title: t('moderation.verification.none'),
          text: t('moderation.verification.noneLead'),
        }}
        actions={(request) =>
          request.status === 'pending'
            ? [
                {
                  label: t('moderation.approve'),
                  icon: Check,
                  onSelect: () => setAction(decisionAction(request, 'approved')),
                },
                {
                  label: t('moderation.reject'),
                  icon: X,
                  danger: true,
                  onSelect: () => setAction(decisionAction(request, 'rejected')),
                },
              ]
            : []
        }
      />
      <ActionDialog action={action} onClose={() => setAction(null)} />
    </div>
  );
}

function Links({ urls }: { urls: readonly string[] }) {
  return (
    <ul className="flex min-w-0 flex-col gap-1.5">
      {urls.map((url) => (
        <li key={url}>
          <a
            href={url}
            rel="nofollow ugc noreferrer"
            target="_blank"
            className="inline-flex min-h-6 max-w-full items-center gap-2 text-accent"
          >
            <ExternalLink size={14} aria-hidden="true" className="shrink-0 rtl:-scale-x-100" />
            <span className="[overflow-wrap:anywhere]">{url}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Decision({ request }: { request: AdminVerificationRequest }) {
  const { status, reviewedAt, reviewedBy, adminNotes } = request;
  const [tone, label] = BADGES[status];
  return (
    <span className="flex min-w-0 flex-col items-start gap-1 cards:items-end">
      <Badge tone={tone}>{label}</Badge>
      {reviewedAt && (
        <span className="text-muted text-xs">
          {reviewedBy ? (
            <Text
              k="moderation.decidedBy"
              values={{ moment: () => <Moment at={reviewedAt} />, by: reviewedBy }}
            />
          ) : (
            <Moment at={reviewedAt} />
          )}
        </span>
      )}
      {adminNotes && (
        <span
          dir="auto"
          className="max-w-[40ch] whitespace-pre-wrap text-muted text-xs [overflow-wrap:anywhere]"
        >
          {adminNotes}
        </span>
      )}
    </span>
  );
}

function decisionAction(
  { id, streamer }: AdminVerificationRequest,
  status: 'approved' | 'rejected',
): AdminAction {
  const approved = status === 'approved';
  const { username } = streamer;
  return {
    title: approved
      ? t('moderation.verification.verifyTitle', { username })
      : t('moderation.verification.rejectTitle', { username }),
    description: approved
      ? t('moderation.verification.verifyEffect')
      : t('moderation.verification.rejectEffect'),
    button: approved ? t('moderation.verification.verify') : t('moderation.reject'),
    danger: !approved,
    reason: approved ? t('moderation.verification.notesHint') : t('moderation.verification.missingHint'),
    reasonOptional: true,
    run: (notes) =>
      call('PUT /api/admin/verification-requests/:id/decision', { params: { id }, body: { status, notes } }),
    done: approved
      ? t('moderation.verification.verifyDone', { username })
      : t('moderation.verification.rejectDone', { username }),
  };
}
