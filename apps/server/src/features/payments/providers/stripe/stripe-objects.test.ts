/**
 * Checks that the schemas of Stripe's objects agree with the package's types, null and absent fields included, and that
 * the local server uses only fields of the types.
 */
import type Stripe from 'stripe';
import { expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { billingParams } from '../../../../../test/support/stripe/stripe-billing-endpoints.ts';
import type { sessionParams } from '../../../../../test/support/stripe/stripe-checkout-endpoints.ts';
import type {
  connectParams,
  linkOf,
  ownAccount,
} from '../../../../../test/support/stripe/stripe-connect-endpoints.ts';
import type * as fake from '../../../../../test/support/stripe/stripe-objects.ts';
import type { paymentParams } from '../../../../../test/support/stripe/stripe-payment-endpoints.ts';
import type * as objects from './stripe-objects.ts';

/** Objects whose field was requested in expanded form. */
type Expanded<T, Name extends keyof T> = Omit<T, Name> & { [K in Name]: Exclude<T[K], string> };
/** Fields that Stripe includes on request only. */
type Included<T, Name extends keyof T> = Omit<T, Name> & { [K in Name]-?: NonNullable<T[K]> };
type Input<Name extends keyof typeof objects> = z.input<(typeof objects)[Name]>;

it('accepts every object that the types of the package allow', () => {
  expectTypeOf<Stripe.Charge>().toExtend<Input<'charge'>>();
  expectTypeOf<Expanded<Stripe.PaymentIntent, 'latest_charge'>>().toExtend<Input<'paymentIntent'>>();
  expectTypeOf<Stripe.Refund>().toExtend<Input<'refund'>>();
  expectTypeOf<Stripe.Dispute>().toExtend<Input<'dispute'>>();
  expectTypeOf<Included<Stripe.Invoice, 'payments'>>().toExtend<Input<'invoice'>>();
  expectTypeOf<Stripe.InvoicePayment>().toExtend<Input<'invoicePayment'>>();
  expectTypeOf<Stripe.Account>().toExtend<Input<'account'>>();
  expectTypeOf<Stripe.Account>().toExtend<Input<'ownAccount'>>();
  expectTypeOf<Stripe.Transfer>().toExtend<Input<'transfer'>>();
  expectTypeOf<Stripe.TransferReversal>().toExtend<Input<'reversal'>>();
  expectTypeOf<Stripe.BillingPortal.Session>().toExtend<Input<'page'>>();
  expectTypeOf<Stripe.AccountLink>().toExtend<Input<'page'>>();
  // A subscription has at least one item, which the package's type does not express.
  type Items = { items: { data: [Stripe.SubscriptionItem] } };
  expectTypeOf<Omit<Expanded<Stripe.Subscription, 'customer'>, 'items'> & Items>().toExtend<
    Input<'subscription'>
  >();
  type Payment = { payment_intent: Expanded<Stripe.PaymentIntent, 'latest_charge'> | null };
  expectTypeOf<Omit<Stripe.Checkout.Session, 'payment_intent'> & Payment>().toExtend<Input<'session'>>();
});

type NameIn<Api> = Api extends object ? keyof Api : never;
type FieldOf<Api, Name> = Api extends object ? (Name extends keyof Api ? Api[Name] : never) : never;
type ItemOf<Api> = Api extends readonly (infer Item)[] ? Item : never;

/** Fields of T at any depth that the API's object lacks; never if it has all of them. */
type Unknown<T, Api> = T extends readonly (infer Item)[]
  ? Unknown<Item, ItemOf<Api>>
  : T extends object
    ? { [K in keyof T & string]-?: K extends NameIn<Api> ? Unknown<T[K], FieldOf<Api, K>> : K }[keyof T &
        string]
    : never;
/** The same fields in the package's type. */
type Fields<T, Api> = Pick<Api, keyof T & keyof Api>;

it('tests with objects that the types of the package allow', () => {
  type Refund = Omit<fake.Refund, 'returnedFee'>;
  expectTypeOf<fake.Session>().toExtend<Fields<fake.Session, Stripe.Checkout.Session>>();
  expectTypeOf<fake.PaymentIntent>().toExtend<Fields<fake.PaymentIntent, Stripe.PaymentIntent>>();
  expectTypeOf<fake.Charge>().toExtend<Fields<fake.Charge, Stripe.Charge>>();
  expectTypeOf<fake.ApplicationFee>().toExtend<Fields<fake.ApplicationFee, Stripe.ApplicationFee>>();
  expectTypeOf<Refund>().toExtend<Fields<Refund, Stripe.Refund>>();
  expectTypeOf<fake.Transfer>().toExtend<Fields<fake.Transfer, Stripe.Transfer>>();
  expectTypeOf<fake.TransferReversal>().toExtend<Fields<fake.TransferReversal, Stripe.TransferReversal>>();
  expectTypeOf<fake.Dispute['status']>().toExtend<Stripe.Dispute['status']>();
  expectTypeOf<fake.Subscription['status']>().toExtend<Stripe.Subscription['status']>();
  expectTypeOf<fake.Invoice['status']>().toExtend<Stripe.Invoice['status']>();

  expectTypeOf<Unknown<fake.Session, Stripe.Checkout.Session>>().toBeNever();
  expectTypeOf<Unknown<fake.PaymentIntent, Stripe.PaymentIntent>>().toBeNever();
  expectTypeOf<Unknown<fake.Charge, Stripe.Charge>>().toBeNever();
  expectTypeOf<Unknown<fake.ApplicationFee, Stripe.ApplicationFee>>().toBeNever();
  expectTypeOf<Unknown<Refund, Stripe.Refund>>().toBeNever();
  expectTypeOf<Unknown<fake.Dispute, Stripe.Dispute>>().toBeNever();
  expectTypeOf<Unknown<fake.Subscription, Stripe.Subscription>>().toBeNever();
  expectTypeOf<Unknown<fake.Invoice, Stripe.Invoice>>().toBeNever();
  expectTypeOf<Unknown<fake.InvoicePayment, Stripe.InvoicePayment>>().toBeNever();
  expectTypeOf<Unknown<fake.Account, Stripe.Account>>().toBeNever();
  expectTypeOf<Unknown<ReturnType<typeof ownAccount>, Stripe.Account>>().toBeNever();
  expectTypeOf<Unknown<ReturnType<typeof linkOf>, Stripe.AccountLink>>().toBeNever();
  expectTypeOf<Unknown<fake.Transfer, Stripe.Transfer>>().toBeNever();
  expectTypeOf<Unknown<fake.TransferReversal, Stripe.TransferReversal>>().toBeNever();
  expectTypeOf<Unknown<fake.Kinds['product'], Stripe.Product>>().toBeNever();
  expectTypeOf<Unknown<fake.Kinds['customer'], Stripe.Customer>>().toBeNever();
  expectTypeOf<Unknown<{ refnd: string }, Stripe.Refund>>().toEqualTypeOf<'refnd'>();
});

it('tests with a server that takes only parameters of the package’s types', () => {
  type Sent<Schemas, Name extends keyof Schemas> = Schemas[Name] extends z.ZodType
    ? z.output<Schemas[Name]>
    : never;
  type Billing<Name extends keyof typeof billingParams> = Sent<typeof billingParams, Name>;
  type Connect<Name extends keyof typeof connectParams> = Sent<typeof connectParams, Name>;
  type Payment<Name extends keyof typeof paymentParams> = Sent<typeof paymentParams, Name>;
  type Session = z.output<typeof sessionParams>;
  expectTypeOf<Unknown<Session, Stripe.Checkout.SessionCreateParams>>().toBeNever();
  expectTypeOf<Unknown<Billing<'product'>, Stripe.ProductCreateParams>>().toBeNever();
  expectTypeOf<Unknown<Billing<'subscription'>, Stripe.SubscriptionUpdateParams>>().toBeNever();
  expectTypeOf<Unknown<Billing<'portal'>, Stripe.BillingPortal.SessionCreateParams>>().toBeNever();
  expectTypeOf<Unknown<Connect<'account'>, Stripe.AccountCreateParams>>().toBeNever();
  expectTypeOf<Unknown<Connect<'link'>, Stripe.AccountLinkCreateParams>>().toBeNever();
  expectTypeOf<Unknown<Connect<'transfer'>, Stripe.TransferCreateParams>>().toBeNever();
  expectTypeOf<Unknown<Connect<'reversal'>, Stripe.TransferCreateReversalParams>>().toBeNever();
  expectTypeOf<Unknown<Payment<'refund'>, Stripe.RefundCreateParams>>().toBeNever();
  expectTypeOf<Unknown<Payment<'dispute'>, Stripe.DisputeUpdateParams>>().toBeNever();
});
