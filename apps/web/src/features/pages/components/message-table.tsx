import type { ContactMessage } from '@tributary/contracts/pages';
import { CONTACT_STATES } from '@tributary/contracts/pages';
import { Check, Inbox, Mail, RotateCcw } from 'lucide-react';
import { useApiMutation, useApiTable } from '@/lib/api/use-api.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { ORDERS, oneOf, refine } from '@/lib/table-search.ts';
import { Badge } from '@/ui/badge.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { Filter, FilterBar } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';

const COLUMNS: readonly Column<ContactMessage, 'createdAt'>[] = [
  { label: t('pages.message'), cell: (message) => <Message message={message} /> },
  {
    label: t('pages.message.from'),
    cell: ({ name, email, username }) => (
      <span className="flex min-w-0 flex-col [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
        <span className="text-muted text-xs">{email}</span>
        {username && (
          <span className="text-muted text-xs">
            <bdi>@{username}</bdi>
          </span>
        )}
      </span>
    ),
  },
  {
    label: t('pages.message.state'),
    cell: ({ handledAt }) =>
      handledAt ? (
        <span className="text-muted">{t('pages.message.handled')}</span>
      ) : (
        <Badge tone="accent">{t('pages.message.open')}</Badge>
      ),
  },
  {
    label: t('pages.message.received'),
    sort: 'createdAt',
    figure: true,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
];

/** Messages from the contact form. */
export function MessageTable({ search, onSearch }: Searched) {
  const setHandled = useApiMutation('PUT /api/admin/contact-messages/:id/handled', {
    invalidates: ['GET /api/admin/*'],
    failure: t('pages.message.notSaved'),
  });
  const sendsMail = useSendsMail();
  const filter = { state: oneOf(CONTACT_STATES, search.state), order: oneOf(ORDERS, search.order) };
  const turn = ({ id, handledAt }: ContactMessage) =>
    setHandled.mutate({ params: { id }, body: { handled: handledAt === null } });
  return (
    <div className="flex flex-col gap-5">
      <FilterBar aside={<ExportLink path="/api/admin/contact-messages.csv" filter={filter} />}>
        <Filter
          label={t('pages.message.state')}
          value={filter.state === 'open' ? undefined : filter.state}
          options={{
            '': t('pages.message.open'),
            handled: t('pages.message.handled'),
            all: t('pages.message.all'),
          }}
          onChange={(state) => onSearch(refine(search, { state }))}
        />
      </FilterBar>
      <PagedTable
        caption={t('pages.messages')}
        columns={COLUMNS}
        page={useApiTable('GET /api/admin/contact-messages', search, { query: filter })}
        search={search}
        onSearch={onSearch}
        nameOf={({ subject }) => subject}
        defaultOrder={{ by: 'createdAt', descending: true }}
        empty={{
          icon: Inbox,
          title: t(filter.state === 'handled' ? 'pages.messages.noHandled' : 'pages.messages.noOpen'),
          text: t(sendsMail ? 'pages.messages.mailed' : 'pages.messages.here'),
        }}
        actions={(message) => [
          {
            label: t('pages.message.reply'),
            icon: Mail,
            onSelect: () => {
              location.href = `mailto:${message.email}?subject=${encodeURIComponent(`Re: ${message.subject}`)}`;
            },
          },
          {
            label: t(message.handledAt ? 'pages.message.reopen' : 'pages.message.handle'),
            icon: message.handledAt ? RotateCcw : Check,
            onSelect: () => turn(message),
          },
        ]}
      />
    </div>
  );
}

/** The subject, which opens the text. */
function Message({ message: { subject, message } }: { message: ContactMessage }) {
  return (
    <details className="min-w-0 rows:min-w-48">
      <summary className="cursor-pointer py-0.5 font-medium [overflow-wrap:anywhere]">
        <bdi>{subject}</bdi>
      </summary>
      <p
        dir="auto"
        className="max-w-[68ch] whitespace-pre-wrap py-2 font-normal text-muted [overflow-wrap:anywhere]"
      >
        {message}
      </p>
    </details>
  );
}
