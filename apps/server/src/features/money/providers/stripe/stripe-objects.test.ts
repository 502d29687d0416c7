/** What is read of Stripe's objects agrees with the types of the package, null and absent fields included. */
import type Stripe from 'stripe';
import { expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type * as fake from '../../../../../test/support/stripe/stripe-objects.ts';
import type * as objects from './stripe-objects.ts';

/** Objects as they are answered when the field is expanded. */
type Expanded<T, Name extends keyof T> = Omit<T, Name> & { [K in Name]: Exclude<T[K], string> };
/** Fields that are included on request only. */
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
  // A subscription has at least one item, which the type does not say.
  type Items = { items: { data: [Stripe.SubscriptionItem] } };
  expectTypeOf<Omit<Expanded<Stripe.Subscription, 'customer'>, 'items'> & Items>().toExtend<
    Input<'subscription'>
  >();
  type Payment = { payment_intent: Expanded<Stripe.PaymentIntent, 'latest_charge'> | null };
  expectTypeOf<Omit<Stripe.Checkout.Session, 'payment_intent'> & Payment>().toExtend<Input<'session'>>();
});

it('is tested with objects that the types of the package allow', () => {
  /** The same fields of the package's type, which all exist there. */
  type Api<T, Api> = Pick<Api, keyof T & keyof Api> & Record<Exclude<keyof T, keyof Api>, never>;
  expectTypeOf<fake.Charge>().toExtend<Api<fake.Charge, Stripe.Charge>>();
  expectTypeOf<fake.PaymentIntent>().toExtend<Api<fake.PaymentIntent, Stripe.PaymentIntent>>();
  expectTypeOf<fake.Session>().toExtend<Api<fake.Session, Stripe.Checkout.Session>>();
  type Refund = Omit<fake.Refund, 'returnedFee'>;
  expectTypeOf<Refund>().toExtend<Api<Refund, Stripe.Refund>>();
  expectTypeOf<fake.Transfer>().toExtend<Api<fake.Transfer, Stripe.Transfer>>();
});
