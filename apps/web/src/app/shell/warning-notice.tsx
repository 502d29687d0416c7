import type { Warning } from '@tributary/contracts/moderation';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { Moment } from '@/ui/time.tsx';

const rulesLink = (words: ReactNode) => (
  <a href="/rules" className="underline">
    {words}
  </a>
);

/** A warning of an admin, until the person says that they have read it. */
export default function WarningNotice({ warning, onRead }: { warning: Warning; onRead: () => void }) {
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
