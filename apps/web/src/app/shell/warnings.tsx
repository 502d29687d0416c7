import type { Warning } from '@tributary/contracts/moderation';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { useTopic } from '@/lib/realtime/index.ts';
import { useSession } from '@/lib/session.ts';
import { useApiMutation } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { Moment } from '@/ui/time.tsx';

/** Warnings of admins, as soon as they are given, until the person says that they have read them. */
export function Warnings() {
  const { user } = useSession();
  return user && <UnreadWarnings key={user.id} />;
}

function UnreadWarnings() {
  const [warnings, setWarnings] = useState<readonly Warning[]>([]);
  useTopic('warnings', (message) => setWarnings(message.kind === 'snapshot' ? message.data : []));
  return warnings.map((warning) => (
    <WarningNotice
      key={warning.id}
      warning={warning}
      onRead={() => setWarnings((others) => others.filter(({ id }) => id !== warning.id))}
    />
  ));
}

const rulesLink = (words: ReactNode) => (
  <a href="/rules" className="underline">
    {words}
  </a>
);

function WarningNotice({ warning, onRead }: { warning: Warning; onRead: () => void }) {
  const { id, message, at } = warning;
  const read = useApiMutation('PUT /api/me/warnings/:id/read', {
    onSuccess: onRead,
    failure: t('shell.warning.failed'),
  });
  return (
    <section
      aria-label={t('shell.warning')}
      className="flex flex-wrap items-center gap-x-6 gap-y-2 bg-live-soft px-4 py-3 text-sm sm:px-6 lg:px-10"
    >
      <TriangleAlert size={18} aria-hidden="true" className="shrink-0 text-live" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">
          <Text k="shell.warning.given" values={{ time: () => <Moment at={at} /> }} />
        </p>
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {message}
        </p>
        <p className="text-muted">
          <Text k="shell.warning.rules" values={{ link: rulesLink }} />
        </p>
      </div>
      <Button
        size="sm"
        variant="secondary"
        busy={read.isPending}
        onClick={() => read.mutate({ params: { id } })}
      >
        {t('shell.warning.read')}
      </Button>
    </section>
  );
}
