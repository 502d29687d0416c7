import type { CryptoPayment } from '@tributary/contracts/payments';
import { Wallet } from 'lucide-react';
import { useId, useState } from 'react';
import { useScript } from '@/lib/browser/use-script.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/tabs.tsx';

type Option = CryptoPayment['options'][number];

/** The address and amount to send, for wallets and for people. */
export function PaymentRequest({ payment }: { payment: CryptoPayment }) {
  const { options } = payment;
  const [token, setToken] = useState(options[0]?.token);
  const [only] = options;
  return (
    <section aria-label={t('payments.request.label')} className="flex min-w-0 flex-col">
      {options.length === 1 && only ? (
        <Request payment={payment} option={only} />
      ) : (
        <Tabs value={token} onValueChange={(value) => setToken(value === 'ETH' ? 'ETH' : 'USDC')}>
          <TabsList aria-label={t('payments.request.token')}>
            {options.map((option) => (
              <TabsTrigger key={option.token} value={option.token}>
                {option.token}
              </TabsTrigger>
            ))}
          </TabsList>
          {options.map((option) => (
            <TabsContent key={option.token} value={option.token}>
              <Request payment={payment} option={option} />
            </TabsContent>
          ))}
        </Tabs>
      )}
    </section>
  );
}

const load = () => import('@/ui/media/qr-code.tsx');

function Request({ payment, option }: { payment: CryptoPayment; option: Option }) {
  const { chain, address } = payment;
  const noteId = useId();
  const [failed, setFailed] = useState(false);
  const QrCode = useScript(load, !failed, () => setFailed(true));
  if (option.missing === null || option.uri === null) return null;
  return (
    <div className="flex flex-col gap-6 sm:flex-row sm:items-start">
      {!failed && (
        <div className="flex flex-col items-center gap-3 self-center sm:self-start">
          {QrCode ? (
            <QrCode
              text={option.uri}
              label={t('payments.request.qr', { amount: option.missing, token: option.token })}
            />
          ) : (
            <Skeleton className="size-48" />
          )}
          <Button asChild variant="secondary" className="w-48">
            <a href={option.uri} aria-describedby={noteId}>
              <Wallet size={18} aria-hidden="true" />
              {t('payments.request.open')}
            </a>
          </Button>
        </div>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-4">
        <CopyField label={t('payments.request.amount', { token: option.token })} value={option.missing} />
        <CopyField label={t('payments.request.address')} value={address} />
        <p id={noteId} className="max-w-[60ch] text-muted text-sm">
          <Text
            k="payments.request.exactly"
            values={{
              token: option.token,
              name: chain.name,
              id: String(chain.id),
              chain: (words) => <strong className="text-ink">{words}</strong>,
            }}
          />
        </p>
      </div>
    </div>
  );
}
