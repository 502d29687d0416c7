/** Schemas of the parts of PayPal's objects that are read. Everything else in its answers is ignored. */
import { z } from 'zod';

const id = z.string().min(1).max(255);
const date = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
/** Transaction Search writes offsets without a colon, as in `2023-07-01T07:21:35+0000`. */
const searchDate = z
  .string()
  .transform((text) => text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  .pipe(date);

/** An amount such as `12.50` in minor units; the currencies of an instance have two decimals. */
const cents = z
  .string()
  .regex(/^-?\d{1,12}(?:\.\d{1,2})?$/)
  .transform((text) => Math.round(Number(text) * 100));
const currency = z.string().length(3);
const money = z
  .object({ currency_code: currency, value: cents })
  .transform((one) => ({ currency: one.currency_code, cents: one.value }));

const links = z
  .array(z.object({ rel: z.string(), href: z.url() }))
  .default([])
  .transform((list) => new Map(list.map(({ rel, href }) => [rel, href])));

/** The kinds of this instance's ids in `custom_id` at PayPal. Refunds may repeat the one of their payment. */
export type Subject = 'checkout' | 'refund';
/** The `custom_id` of an object. PayPal documents no colon in those of refunds. */
export const customId = (of: Subject, own: string): string => `${of}${of === 'refund' ? '.' : ':'}${own}`;

/** @returns null if the text is no id of this instance */
export function ownId(of: Subject, text: string | undefined): string | null {
  // Earlier versions wrote a colon for refunds too.
  const [, subject, own] = /^(\w+)[.:](.+)$/.exec(text ?? '') ?? [];
  return subject === of ? (z.uuid().safeParse(own).data ?? null) : null;
}

export const nothing = z.unknown().transform(() => undefined);
export const onlyId = z.object({ id });
export const accessToken = z.object({ access_token: z.string().min(1), expires_in: z.int().positive() });

const name = z.string().max(100);
export const error = z.object({
  name,
  debug_id: name.optional(),
  details: z
    .array(
      z.object({
        issue: name.default(''),
        link: z.array(z.object({ href: z.string() })).default([]),
      }),
    )
    .default([]),
});

export const webhook = z.object({ url: z.url(), event_types: z.array(z.object({ name: z.string() })) });

/** An order or a subscription that waits for the payer. */
export const page = z.object({ id, links });

/** The answer to a change of the price. */
export const revision = z.object({ links });

const orderCapture = z.object({
  id,
  status: z.string(),
  status_details: z.object({ reason: z.string().optional() }).optional(),
  amount: money,
  create_time: date,
});
export type Capture = z.output<typeof orderCapture>;

/** A capture that is read by its own id names its order. */
export const capture = orderCapture.extend({
  supplementary_data: z.object({ related_ids: z.object({ order_id: id.optional() }) }).optional(),
});

export const refund = z.object({
  id,
  status: z.string(),
  amount: money,
  custom_id: z.string().optional(),
  create_time: date,
  /** `up` links to the capture. */
  links,
});
export type Refund = z.output<typeof refund>;

export const order = z.object({
  id,
  intent: z.string(),
  status: z.string(),
  update_time: z.string().optional(),
  purchase_units: z.tuple(
    [
      z.object({
        custom_id: z.string().optional(),
        payments: z
          .object({ captures: z.array(orderCapture).default([]), refunds: z.array(refund).default([]) })
          .default({ captures: [], refunds: [] }),
      }),
    ],
    z.unknown(),
  ),
});
export type Order = z.output<typeof order>;

export const plan = z.object({
  id,
  product_id: id,
  status: z.string(),
  billing_cycles: z
    .array(
      z.object({
        tenure_type: z.enum(['TRIAL', 'REGULAR']),
        frequency: z.object({ interval_unit: z.string(), interval_count: z.int().positive() }),
        pricing_scheme: z.object({ fixed_price: money }).optional(),
      }),
    )
    .min(1),
});
export type Plan = z.output<typeof plan>;

export const subscription = z.object({
  id,
  plan_id: id,
  status: z.string(),
  custom_id: z.string().optional(),
  create_time: date,
  start_time: date,
  billing_info: z.object({ failed_payments_count: z.int().nonnegative() }).optional(),
});
export type Subscription = z.output<typeof subscription>;

export const transactions = z.object({
  transactions: z
    .array(
      z.object({
        id,
        status: z.string(),
        time: date,
        amount_with_breakdown: z.object({ gross_amount: money }),
      }),
    )
    .default([]),
});
export type Transaction = z.output<typeof transactions>['transactions'][number];

/** A payment of a subscription, in the first version of the Payments API. */
export const sale = z.object({
  id,
  billing_agreement_id: id.optional(),
  reason_code: z.string().optional(),
});
export type Sale = z.output<typeof sale>;

const saleMoney = z
  .object({ currency, total: cents })
  .transform((one) => ({ currency: one.currency, cents: Math.abs(one.total) }));

export const saleRefund = z.object({
  id,
  sale_id: id,
  state: z.string(),
  amount: saleMoney,
  invoice_number: z.string().optional(),
  create_time: date,
});
export type SaleRefund = z.output<typeof saleRefund>;

export const dispute = z.object({
  dispute_id: id,
  status: z.string(),
  reason: z.string(),
  dispute_amount: money,
  create_time: date,
  update_time: date.optional(),
  seller_response_due_date: date.optional(),
  dispute_outcome: z.object({ outcome_code: z.string(), amount_refunded: money.optional() }).optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: id.optional() })).default([]),
  links,
});
export type Dispute = z.output<typeof dispute>;

export const disputes = z.object({ items: z.array(z.object({ dispute_id: id })).default([]) });

export const userInfo = z.object({ payer_id: z.string().regex(/^[A-Z0-9]{5,40}$/) });

export const sentBatch = z.object({ batch_header: z.object({ payout_batch_id: id }) });

/** A batch with one payout, as this instance sends them. */
export const payoutBatch = z.object({
  batch_header: z.object({
    payout_batch_id: id,
    batch_status: z.string(),
    time_created: date,
    sender_batch_header: z.object({ sender_batch_id: z.string().optional() }),
  }),
  items: z
    .array(
      z.object({
        transaction_status: z.string(),
        time_processed: date.optional(),
        errors: z.object({ message: z.string() }).optional(),
      }),
    )
    .default([]),
});
export type PayoutBatch = z.output<typeof payoutBatch>;

export const transactionPage = z.object({
  total_pages: z.int().nonnegative(),
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: id,
          paypal_reference_id: z.string().optional(),
          transaction_event_code: z.string(),
          transaction_status: z.string(),
          transaction_initiation_date: searchDate,
          transaction_amount: money.optional(),
        }),
      }),
    )
    .default([]),
});
export type ListedTransaction = z.output<
  typeof transactionPage
>['transaction_details'][number]['transaction_info'];

/** Reads only the references of an event to its objects; the objects are read again. */
export const event = z.object({
  id,
  event_type: id,
  resource_type: id,
  resource: z.object({
    id: id.optional(),
    order_id: id.optional(),
    sale_id: id.optional(),
    billing_agreement_id: id.optional(),
    dispute_id: id.optional(),
    payout_batch_id: id.optional(),
    batch_header: z.object({ payout_batch_id: id }).optional(),
  }),
});
