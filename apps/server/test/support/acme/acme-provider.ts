/** Acme, a payment provider that exists in memory only, with the parts that a new provider needs and no others. */
import { ProviderRefused, ProviderUnavailable } from '#features/payments/providers/provider.errors.ts';
import type {
  CheckoutRequest,
  PaymentProvider,
  ProviderFact,
  RefundRequest,
} from '#features/payments/providers/provider.ts';

interface Page {
  readonly reference: string;
  readonly request: CheckoutRequest;
  status: 'open' | 'paid' | 'failed' | 'canceled';
  paidAt: Date;
  readonly refunds: Map<string, RefundRequest>;
}

/** The company: its objects, and the actions of payers. */
export function createAcmeServer(now: () => Date) {
  const pages = new Map<string, Page>();
  const open = (reference: string): Page => {
    const page = pages.get(reference);
    if (page?.status !== 'open') throw new Error(`The page ${reference} accepts no payment.`);
    return page;
  };
  return {
    now,
    pages,
    isDown: false,
    pay: (reference: string) => Object.assign(open(reference), { status: 'paid', paidAt: now() }),
    decline: (reference: string) => Object.assign(open(reference), { status: 'failed' }),
  };
}
export type AcmeServer = ReturnType<typeof createAcmeServer>;

export function createAcme(server: AcmeServer): PaymentProvider {
  const { pages, now } = server;

  async function call<T>(work: () => T): Promise<T> {
    if (server.isDown) throw new ProviderUnavailable('Acme does not answer');
    return work();
  }

  function find(reference: string): Page {
    const page = pages.get(reference);
    if (!page) throw new ProviderRefused(`Acme has no page ${reference}.`);
    return page;
  }

  return {
    name: 'acme',
    isTest: true,
    refundsBy: 'provider',
    openCheckout: (request) =>
      call(() => {
        const reference = `page_${request.id}`;
        const page: Page = { reference, request, status: 'open', paidAt: now(), refunds: new Map() };
        if (!pages.has(reference)) pages.set(reference, page);
        return { reference, redirectUrl: `https://acme.example/${reference}` };
      }),
    closeCheckout: (reference) =>
      call(() => {
        const page = find(reference);
        if (page.status === 'open') page.status = 'canceled';
        return factsOf(page);
      }),
    readCheckout: (reference) => call(() => factsOf(find(reference))),
    refund: (request) =>
      call(() => {
        const { refunds, request: paid } = find(request.paymentId);
        const left = paid.amountCents - refundedCents(refunds.values());
        if (!refunds.has(request.id) && request.amountCents > left) {
          throw new ProviderRefused(`Only ${left} are left to refund.`);
        }
        refunds.set(request.id, request);
        return [refundFact(request, now())];
      }),
    testConnection: () => call(() => 'Acme answers.'),
    async *listPayments(since, until) {
      for (const { reference, request, status, paidAt, refunds } of pages.values()) {
        if (status !== 'paid' || paidAt < since || paidAt >= until) continue;
        const { amountCents, currency } = request;
        yield {
          paymentId: reference,
          amountCents,
          currency,
          capturedAt: paidAt,
          refundedCents: refundedCents(refunds.values()),
        };
      }
    },
  };
}

const refundedCents = (refunds: Iterable<RefundRequest>): number =>
  [...refunds].reduce((total, { amountCents }) => total + amountCents, 0);

const refundFact = ({ id, paymentId, amountCents }: RefundRequest, occurredAt: Date): ProviderFact => ({
  kind: 'refund',
  paymentId,
  refundId: `refund_${id}`,
  requestId: id,
  amountCents,
  occurredAt,
  status: 'succeeded',
});

function factsOf({ reference, request, status, paidAt, refunds }: Page): ProviderFact[] {
  const { id: checkoutId, amountCents, currency } = request;
  if (status === 'open') return [];
  if (status !== 'paid') return [{ kind: 'checkout_closed', checkoutId, outcome: status, reason: null }];
  return [
    {
      kind: 'captured',
      checkoutId,
      paymentId: reference,
      amountCents,
      currency,
      capturedAt: paidAt,
      heldBy: 'platform',
      subscription: null,
    },
    ...[...refunds.values()].map((refund) => refundFact(refund, paidAt)),
  ];
}
