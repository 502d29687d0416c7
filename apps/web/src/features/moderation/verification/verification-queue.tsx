import { type AdminVerificationRequest, VERIFICATION_STATUSES } from '@tributary/contracts';
import { BadgeCheck, ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { nextPage, oneOf, previousPage, refine, type TableSearch } from '@/lib/table-search.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Pager } from '@/ui/tables/paging.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/tabs.tsx';
import { Ago } from '@/ui/time.tsx';
import { ActionDialog, type AdminAction } from '../action-dialog.tsx';
import { Person } from '../person.tsx';
import { useVerificationCases } from '../queries.ts';

interface VerificationQueueProps {
  search: TableSearch;
  onSearch: (search: TableSearch) => void;
  personLink: (request: AdminVerificationRequest, children: ReactNode) => ReactNode;
}

const LABELS = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const;

/** Verification requests, oldest first. */
export function VerificationQueue({ search, onSearch, personLink }: VerificationQueueProps) {
  const status = oneOf(VERIFICATION_STATUSES, search.status) ?? 'pending';
  return (
    <Tabs value={status} onValueChange={(value) => onSearch(refine(search, { status: value }))}>
      <TabsList aria-label="Requests" className="flex max-w-md gap-1 rounded-control bg-surface-2 p-1">
        {VERIFICATION_STATUSES.map((value) => (
          <TabsTrigger key={value} value={value}>
            {LABELS[value]}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={status}>
        <Requests search={search} onSearch={onSearch} personLink={personLink} />
      </TabsContent>
    </Tabs>
  );
}

function Requests({ search, onSearch, personLink }: VerificationQueueProps) {
  const requests = useVerificationCases(search);
  const [action, setAction] = useState<AdminAction | null>(null);
  if (!requests.data) {
    return requests.isError ? (
      <ErrorState message={messageOf(requests.error)} onRetry={() => void requests.refetch()} />
    ) : (
      <Skeleton className="h-40 rounded-media" />
    );
  }
  const { items, next } = requests.data;
  return (
    <div className="flex flex-col gap-5">
      {items.length === 0 && (
        <EmptyState icon={BadgeCheck} title="No requests">
          Streamers request verification on their dashboard’s profile page, with links that prove their
          identity.
        </EmptyState>
      )}
      <ul
        aria-busy={requests.isPlaceholderData}
        className="flex flex-col gap-4 transition-opacity aria-busy:pointer-events-none aria-busy:opacity-60"
      >
        {items.map((request) => (
          <li key={request.id}>
            <Request request={request} onAction={setAction} personLink={personLink} />
          </li>
        ))}
      </ul>
      <Pager
        busy={requests.isPlaceholderData}
        onPrevious={search.at ? () => onSearch(previousPage(search)) : null}
        onNext={next === null ? null : () => onSearch(nextPage(search, next))}
      />
      <ActionDialog action={action} onClose={() => setAction(null)} />
    </div>
  );
}

interface RequestProps {
  request: AdminVerificationRequest;
  onAction: (action: AdminAction) => void;
  personLink: VerificationQueueProps['personLink'];
}

function Request({ request, onAction, personLink }: RequestProps) {
  const { streamer, socialMediaLinks, submittedAt, reviewedAt, reviewedBy, adminNotes, status } = request;
  return (
    <article className="flex flex-col gap-4 rounded-media bg-surface-1 p-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        {personLink(request, <Person {...streamer} />)}
        <span className="text-muted text-sm">
          Requested <Ago at={submittedAt} inSentence />
          {reviewedAt && (
            <>
              , reviewed <Ago at={reviewedAt} inSentence />
              {reviewedBy && ` by @${reviewedBy}`}
            </>
          )}
        </span>
      </header>
      <ul className="flex flex-col gap-1.5">
        {socialMediaLinks.map((url) => (
          <li key={url}>
            <a
              href={url}
              rel="nofollow ugc noreferrer"
              target="_blank"
              className="inline-flex max-w-full items-center gap-2 text-accent"
            >
              <ExternalLink size={14} aria-hidden="true" className="shrink-0" />
              <span className="truncate">{url}</span>
            </a>
          </li>
        ))}
      </ul>
      {adminNotes && (
        <p dir="auto" className="max-w-[68ch] whitespace-pre-wrap text-muted">
          {adminNotes}
        </p>
      )}
      {status === 'pending' && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onAction(decisionAction(request, 'approved'))}>
            Approve
          </Button>
          <Button variant="secondary" size="sm" onClick={() => onAction(decisionAction(request, 'rejected'))}>
            Reject
          </Button>
        </div>
      )}
    </article>
  );
}

function decisionAction(
  { id, streamer }: AdminVerificationRequest,
  status: 'approved' | 'rejected',
): AdminAction {
  const approved = status === 'approved';
  const { username } = streamer;
  return {
    title: approved ? `Verify ${username}?` : `Reject ${username}’s request?`,
    description: approved
      ? 'The verified badge appears beside their name immediately.'
      : 'They don’t get a badge. They can request verification again.',
    button: approved ? 'Verify' : 'Reject',
    danger: !approved,
    reason: approved ? 'Optional. Shown to the streamer.' : 'Say what’s missing. Shown to the streamer.',
    reasonOptional: true,
    run: (notes) =>
      call('PUT /api/admin/verification-requests/:id/decision', { params: { id }, body: { status, notes } }),
    done: approved ? `${username} is verified` : `${username}’s request was rejected`,
  };
}
