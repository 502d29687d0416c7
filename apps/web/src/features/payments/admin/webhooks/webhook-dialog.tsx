import type { ProviderEvent } from '@tributary/contracts/payments';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Fact } from '@/ui/layout.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { Moment } from '@/ui/time.tsx';
import { useProviderNames } from '../../api/use-checkout.ts';
import { WebhookBadge } from '../../shared/statuses.tsx';

interface WebhookDialogProps {
  /** Null while the dialog is closed. */
  event: ProviderEvent | null;
  busy: boolean;
  onReplay: (event: ProviderEvent) => void;
  onClose: () => void;
}

/** A webhook with its error and the stored part of its body. */
export function WebhookDialog({ event, busy, onReplay, onClose }: WebhookDialogProps) {
  const nameOf = useProviderNames();
  return (
    <Dialog
      title={event?.type ?? ''}
      description={
        event ? t('payments.admin.webhook.from', { provider: nameOf(event.provider), id: event.eventId }) : ''
      }
      open={event !== null}
      onOpenChange={(open) => !open && onClose()}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('payments.admin.webhook.close')}
          </Button>
          <Button busy={busy} onClick={() => event && onReplay(event)}>
            {t('payments.admin.webhook.again')}
          </Button>
        </>
      }
    >
      {event && <Details event={event} />}
    </Dialog>
  );
}

function Details({ event: { id } }: { event: ProviderEvent }) {
  return (
    <Loaded query={useApi('GET /api/admin/payment-events/:id', { params: { id } })} height="h-80">
      {({ status, attempts, error, processedAt, body }) => (
        <div className="flex flex-col gap-4">
          <dl className="grid grid-cols-2 gap-4">
            <Fact label={t('payments.table.status')}>
              <WebhookBadge status={status} />
            </Fact>
            <Fact label={t('payments.admin.webhook.attempts')}>{attempts}</Fact>
            {processedAt && (
              <Fact label={t('payments.webhook.processed')}>
                <Moment at={processedAt} />
              </Fact>
            )}
            {error !== null && <Fact label={t('payments.admin.webhook.lastError')}>{error}</Fact>}
          </dl>
          <section
            aria-label={t('payments.admin.webhook.body')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard must be able to do
            tabIndex={0}
            className="max-h-80 overflow-auto rounded-control bg-ground p-3"
          >
            <pre className="font-mono text-xs">{JSON.stringify(body, null, 2)}</pre>
          </section>
        </div>
      )}
    </Loaded>
  );
}
