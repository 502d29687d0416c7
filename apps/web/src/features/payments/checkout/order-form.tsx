/**
 * The form of every checkout, in one order: choices, payer, payment method, total, and the button to the payment page.
 */
import type { PaymentMethod, Purpose } from '@tributary/contracts/payments';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Radios } from '@/ui/forms/radios.tsx';
import { type PaymentMethodOption, usePaymentMethods, useProviderNames } from '../api/use-checkout.ts';
import { methodName } from '../shared/provider-texts.ts';

interface OrderFormProps {
  purpose: Purpose;
  /** The purchase. */
  summary: ReactNode;
  /** The amount, the plan or the recipient. */
  choices?: ReactNode;
  payer: ReactNode;
  /** The payment method that is chosen initially, if it is available. */
  method?: PaymentMethod | undefined;
  total: ReactNode;
  /** Below the form on a phone, below the summary on a desktop. */
  aside?: ReactNode;
  busy: boolean;
  /** The reason why the last attempt was refused. */
  problem: string | undefined;
  /** Whether a field has a problem. It then gets the focus instead. */
  isInvalid?: boolean;
  /**
   * The reason why the server refused a field. The field gets the focus, since it may be out of sight of the button.
   */
  fieldProblem?: string | undefined;
  onChange?: () => void;
  onPay: (method: PaymentMethod) => void;
}

export function OrderForm({ summary, aside, ...form }: OrderFormProps) {
  const methods = usePaymentMethods(form.purpose);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,22rem)_minmax(0,34rem)] lg:grid-rows-[auto_1fr]">
      <div className="lg:col-start-1 lg:row-start-1">{summary}</div>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <Loaded query={methods} height="h-96">
          {(methods) =>
            methods.length === 0 ? (
              <p className="text-muted">{t('payments.order.noPayments')}</p>
            ) : (
              <Form methods={methods} {...form} />
            )
          }
        </Loaded>
      </div>
      {/* On phones it is below the form, which would push it down once it is there. */}
      {aside && !methods.isPending && <div className="min-w-0 lg:col-start-1 lg:row-start-2">{aside}</div>}
    </div>
  );
}

interface FormProps extends Omit<OrderFormProps, 'summary' | 'aside'> {
  methods: readonly PaymentMethodOption[];
}

function Form({
  methods,
  choices,
  payer,
  total,
  busy,
  problem,
  isInvalid,
  onChange,
  onPay,
  ...given
}: FormProps) {
  const asked = methods.find(({ method }) => method === given.method);
  const [chosen, setChosen] = useState<PaymentMethod>();
  const method = chosen ?? (asked ?? methods[0])?.method;
  const form = useRef<HTMLFormElement>(null);
  const { fieldProblem } = given;
  useEffect(() => {
    if (fieldProblem) focusInvalid(form.current);
  }, [fieldProblem]);
  return (
    <form
      ref={form}
      noValidate
      className="@container flex flex-col gap-7"
      onChange={onChange}
      onSubmit={(event) => {
        event.preventDefault();
        if (isInvalid) focusInvalid(event.currentTarget);
        else if (!busy && method) onPay(method);
      }}
    >
      {choices}
      {payer}
      <div className="flex flex-col gap-3">
        {given.method && !asked && <Unavailable method={given.method} />}
        <Radios
          legend={t('payments.order.method')}
          value={method ?? ''}
          onChange={setChosen}
          options={methods.map(({ method, label, isTest }) => [
            method,
            <span key={method} className="flex flex-wrap items-center justify-between gap-2">
              {methodName(method, label)}
              {isTest && <Badge tone="amber">{t('payments.test.badge')}</Badge>}
            </span>,
          ])}
        />
      </div>
      {total}
      <div className="flex flex-col items-start gap-3">
        <Button type="submit" size="lg" busy={busy} className="w-full">
          {t('payments.order.continue')}
        </Button>
        <p aria-live="polite" className="text-live text-sm">
          {problem}
        </p>
        <p className="text-muted text-sm">{t('payments.order.where')}</p>
      </div>
    </form>
  );
}

const focusInvalid = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid]')?.focus();

function Unavailable({ method }: { method: PaymentMethod }) {
  const name = useProviderNames()(method, '');
  return (
    <p className="text-muted text-sm">
      {name === '' ? t('payments.order.methodUnavailable') : t('payments.order.unavailable', { name })}
    </p>
  );
}
