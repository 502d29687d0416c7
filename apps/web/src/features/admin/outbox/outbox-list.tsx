import type { OutboxMail } from '@tributary/contracts/instance';
import { LockKeyhole, MailCheck, MailX } from 'lucide-react';
import { useApi } from '@/lib/api/use-api.ts';
import { useInstance } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Moment } from '@/ui/time.tsx';

/** The emails that an instance without a mail server keeps instead of sending them. */
export function OutboxList() {
  return (
    <Loaded query={useInstance()} height="h-64">
      {({ sendsMail, demo }) =>
        sendsMail ? (
          <EmptyState icon={MailCheck} title={t('admin.outbox.sent')}>
            {t('admin.outbox.sentWhy')}
          </EmptyState>
        ) : demo ? (
          <Mails />
        ) : (
          <EmptyState icon={LockKeyhole} title={t('admin.outbox.onServer')}>
            {t('admin.outbox.onServerWhy')}
          </EmptyState>
        )
      }
    </Loaded>
  );
}

function Mails() {
  return (
    <Loaded query={useApi('GET /api/admin/outbox', {}, { staleTime: 0 })} height="h-64">
      {({ mails }) =>
        mails.length === 0 ? (
          <EmptyState icon={MailX} title={t('admin.outbox.none')}>
            {t('admin.outbox.noneWhy')}
          </EmptyState>
        ) : (
          <div className="flex max-w-3xl flex-col gap-5">
            <p className="max-w-[68ch] text-muted">{t('admin.outbox.newest')}</p>
            <ul aria-label={t('admin.outbox.emails')} className="flex flex-col gap-2">
              {mails.map((mail) => (
                <Mail key={mail.id} mail={mail} />
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  );
}

/** The subject, which opens the text. */
const Mail = ({ mail: { to, subject, text, sentAt } }: { mail: OutboxMail }) => (
  <li className="rounded-media bg-surface-1 px-4 py-3">
    <details>
      <summary className="cursor-pointer [overflow-wrap:anywhere]">
        <span className="font-medium">{subject}</span>
        <span className="block ps-4 text-muted text-sm">
          {to} · <Moment at={sentAt} />
        </span>
      </summary>
      <p className="max-w-[68ch] whitespace-pre-wrap pt-3 pb-1 text-sm [overflow-wrap:anywhere]">{text}</p>
    </details>
  </li>
);
