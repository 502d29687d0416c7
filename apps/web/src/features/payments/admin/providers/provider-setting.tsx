import type { ProviderStatus } from '@tributary/contracts/payments';
import { useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';
import { providerName, providerSummary, webhookSender } from '../../shared/provider-texts.ts';
import { KeysForm } from './keys-form.tsx';

/** One provider: its state, its keys, and the webhooks that it must send. */
export function ProviderSetting({ provider: given }: { provider: ProviderStatus }) {
  const { name, isTest, keysFrom, fields } = given;
  const label = providerName(name, given.label);
  const provider = { ...given, label };
  return (
    <Setting title={label} lead={providerSummary(name, given.summary)}>
      <div className="flex flex-col gap-6">
        <p className="flex flex-wrap items-center gap-2">
          <StateBadge {...provider} />
          {isTest !== null && (
            <Badge tone={isTest ? 'amber' : 'accent'}>
              {isTest ? t('payments.test.badge') : t('payments.admin.provider.realMoney')}
            </Badge>
          )}
          {keysFrom === 'environment' && (
            <span className="text-muted text-sm">{t('payments.admin.provider.environment')}</span>
          )}
        </p>
        {isTest !== null && <ConnectionTest {...provider} />}
        {fields.length > 0 &&
          (keysFrom === 'environment' ? (
            <p className="text-muted text-sm">{t('payments.admin.provider.environmentNext')}</p>
          ) : (
            <Keys provider={provider} />
          ))}
        <WebhookSetup provider={provider} />
      </div>
    </Setting>
  );
}

function StateBadge({ isTest, keysFrom }: ProviderStatus) {
  if (isTest !== null) return <Badge tone="green">{t('payments.admin.provider.ready')}</Badge>;
  return keysFrom === null ? (
    <Badge>{t('payments.admin.provider.notSetUp')}</Badge>
  ) : (
    <Badge tone="live">{t('payments.admin.provider.badKeys')}</Badge>
  );
}

function ConnectionTest({ name, label }: Pick<ProviderStatus, 'name' | 'label'>) {
  const test = useApiMutation('POST /api/admin/payment-providers/:provider/test');
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        variant="secondary"
        busy={test.isPending}
        aria-label={t('payments.admin.provider.testOf', { name: label })}
        onClick={() => test.mutate({ params: { provider: name } })}
      >
        {t('payments.admin.provider.test')}
      </Button>
      <p role="status" className="min-h-5 text-sm">
        {test.data && <span className="text-green">{test.data.message}</span>}
        {test.error && <span className="text-live">{messageOf(test.error)}</span>}
      </p>
    </div>
  );
}

function Keys({ provider }: { provider: ProviderStatus }) {
  const [isEditing, setEditing] = useState(false);
  const { name, label, keysFrom } = provider;
  const remove = useApiMutation('DELETE /api/admin/payment-providers/:provider/keys', {
    invalidates: ['GET /api/admin/payment-providers'],
  });
  if (isEditing) return <KeysForm provider={provider} onDone={() => setEditing(false)} />;
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        variant={keysFrom === null ? 'primary' : 'secondary'}
        aria-label={t(keysFrom === null ? 'payments.admin.keys.setOf' : 'payments.admin.keys.replaceOf', {
          name: label,
        })}
        onClick={() => setEditing(true)}
      >
        {keysFrom === null ? t('payments.admin.keys.set') : t('payments.admin.keys.replace')}
      </Button>
      {keysFrom === 'admin' && (
        <ConfirmButton
          label={t('payments.admin.keys.remove')}
          button={{ variant: 'quiet', 'aria-label': t('payments.admin.keys.removeOf', { name: label }) }}
          title={t('payments.admin.keys.removeTitle', { name: label })}
          description={t('payments.admin.keys.removeEffect')}
          confirm={t('payments.admin.keys.remove')}
          onConfirm={() => remove.mutateAsync({ params: { provider: name } })}
          done={t('payments.admin.keys.removed', { name: label })}
          failure={t('payments.admin.keys.notRemoved')}
        />
      )}
    </div>
  );
}

/** The address to which the provider must send webhooks, and their events. */
function WebhookSetup({ provider: { name, label, webhookUrl, webhooks } }: { provider: ProviderStatus }) {
  if (webhookUrl === null) return null;
  return (
    <div className="flex flex-col gap-3">
      <CopyField label={t('payments.admin.provider.webhookUrl', { name: label })} value={webhookUrl} />
      {webhooks.map(({ sender, events }, index) => (
        <details key={sender} className="text-sm">
          <summary className="w-fit cursor-pointer rounded-control py-0.5 font-medium">
            {t('payments.admin.provider.events', {
              sender: webhookSender(name, index, sender),
              count: events.length,
            })}
          </summary>
          <ul className="mt-2 flex flex-col gap-1">
            {events.map((event) => (
              <li key={event}>
                <code className="break-all font-mono text-muted">{event}</code>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}
