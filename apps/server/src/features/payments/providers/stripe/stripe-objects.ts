/** Schemas of the parts of Stripe's objects that are read. Everything else in its answers is ignored. */
import { z } from 'zod';

/** A reference, expanded or not. */
const id = z.union([z.string().min(1), z.object({ id: z.string().min(1) }).transform((object) => object.id)]);
const date = z
  .int()
  .nonnegative()
  .transform((seconds) => new Date(seconds * 1000));
const cents = z.int().nonnegative();
const currency = z
  .string()
  .length(3)
  .transform((code) => code.toUpperCase());
const metadata = z.record(z.string(), z.string());
const period = z.object({ start: date, end: date });

/** The metadata in which this instance stores its own ids at Stripe. */
export const METADATA = {
  checkout: 'checkout_id',
  refund: 'refund_id',
  payout: 'payout_id',
  dispute: 'dispute_id',
} as const;

export const onlyId = z.object({ id: z.string().min(1) });
export const page = z.object({ url: z.url() });

export const charge = z.object({
  id: z.string(),
  amount: cents,
  amount_refunded: cents,
  currency,
  created: date,
  captured: z.boolean(),
  status: z.string(),
  payment_intent: id.nullable(),
  application_fee: id.nullable(),
  application_fee_amount: cents.nullable(),
  transfer_data: z.object({ amount: cents.nullable() }).nullish(),
  transfer: id.nullish(),
});

/** Requires `latest_charge` to be expanded. */
export const paymentIntent = z.object({
  id: z.string(),
  status: z.string(),
  amount_received: cents,
  currency,
  metadata,
  transfer_data: z.object({ destination: id }).nullish(),
  last_payment_error: z.object({ message: z.string().optional() }).nullable(),
  latest_charge: charge.nullable(),
});
export type PaymentIntent = z.output<typeof paymentIntent>;

/** Requires `payment_intent.latest_charge` to be expanded. */
export const session = z.object({
  id: z.string(),
  status: z.string().nullable(),
  metadata: metadata.nullable(),
  payment_intent: paymentIntent.nullable(),
  subscription: id.nullable(),
});

export const createdSession = z.object({ id: z.string().min(1), url: z.url() });

export const refund = z.object({
  id: z.string(),
  amount: cents,
  currency: z.string(),
  status: z.string().nullable(),
  created: date,
  metadata: metadata.nullable(),
  transfer_reversal: id.nullable(),
  payment_intent: id.nullable(),
});

export const dispute = z.object({
  id: z.string(),
  amount: cents,
  status: z.string(),
  reason: z.string(),
  created: date,
  evidence_details: z.object({ due_by: date.nullable() }),
  payment_intent: id.nullable(),
});

/** Requires `customer` to be expanded. */
export const subscription = z.object({
  id: z.string(),
  status: z.string(),
  metadata,
  customer: z.object({ id: z.string(), balance: z.int().default(0) }),
  currency: z.string(),
  cancel_at: date.nullable(),
  cancel_at_period_end: z.boolean(),
  trial_end: date.nullable(),
  latest_invoice: id.nullable(),
  items: z.object({
    // Subscriptions of this instance have one item with a fixed price; the account may have others.
    data: z.tuple(
      [
        z.object({
          id: z.string(),
          current_period_start: date,
          current_period_end: date,
          price: z.object({
            unit_amount: cents.nullable(),
            recurring: z.object({ interval: z.string() }).nullable(),
          }),
        }),
      ],
      z.unknown(),
    ),
  }),
});
export type Subscription = z.output<typeof subscription>;

/** Requires `payments` to be expanded. */
export const invoice = z.object({
  id: z.string(),
  parent: z
    .object({
      subscription_details: z.object({ subscription: id, metadata: metadata.nullable() }).nullable(),
    })
    .nullable(),
  lines: z.object({ data: z.array(z.object({ period })) }),
  payments: z.object({
    data: z.array(
      z.object({
        status: z.string(),
        payment: z.object({ type: z.string(), payment_intent: id.optional() }),
      }),
    ),
  }),
});
export type Invoice = z.output<typeof invoice>;

export const invoicePayment = z.object({ invoice: id });

export const account = z.object({
  id: z.string(),
  payouts_enabled: z.boolean(),
  capabilities: z.object({ transfers: z.string().optional() }).optional(),
  requirements: z
    .object({
      currently_due: z.array(z.string()).nullable(),
      errors: z.array(z.object({ reason: z.string() })).nullable(),
      disabled_reason: z.string().nullable(),
    })
    .optional(),
});
export type Account = z.output<typeof account>;

export const ownAccount = z.object({
  id: z.string(),
  country: z.string().optional(),
  charges_enabled: z.boolean(),
  settings: z
    .object({
      dashboard: z.object({ display_name: z.string().nullable() }),
      payouts: z.object({ schedule: z.object({ interval: z.string() }) }).optional(),
    })
    .nullish(),
});

export const transfer = z.object({
  id: z.string(),
  amount: cents,
  amount_reversed: cents,
  reversed: z.boolean(),
  created: date,
  metadata,
});
export type Transfer = z.output<typeof transfer>;

export const reversal = z.object({ amount: cents, metadata: metadata.nullable() });

/** Reads only the reference of an event to its object; the object is read again. */
export const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  /** The connected account that owns the object, if it is not the platform's. */
  account: z.string().optional(),
  data: z.object({ object: z.object({ object: z.string(), id: z.string(), payment_intent: id.nullish() }) }),
});
