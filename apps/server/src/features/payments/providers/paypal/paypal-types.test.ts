/** Checks that the adapter and the local server use only fields of PayPal's definitions. */
import type * as sdk from '@paypal/paypal-server-sdk';
import { expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type * as accounts from '../../../../../test/support/paypal/paypal-account-endpoints.ts';
import type * as orders from '../../../../../test/support/paypal/paypal-order-endpoints.ts';
import type * as payouts from '../../../../../test/support/paypal/paypal-payout-endpoints.ts';
import type * as subscriptions from '../../../../../test/support/paypal/paypal-subscription-endpoints.ts';
import type * as objects from './paypal-objects.ts';
import type * as wire from './paypal-types.ts';

/** The names of fields at any depth that are missing in the definition. */
type Stray<T, Api> = T extends readonly (infer Item)[]
  ? Api extends readonly (infer ApiItem)[]
    ? Stray<Item, ApiItem>
    : 'a list'
  : T extends object
    ? {
        [Name in keyof T & string]-?: Name extends keyof Api
          ? Stray<NonNullable<T[Name]>, NonNullable<Api[Name]>>
          : Name;
      }[keyof T & string]
    : never;

/** A definition with all of its fields. */
type Full<T> = T extends readonly (infer Item)[]
  ? readonly Full<Item>[]
  : T extends object
    ? { [Name in keyof T]-?: Full<NonNullable<T[Name]>> }
    : T;

type Read<Name extends keyof typeof objects> = z.input<Extract<(typeof objects)[Name], z.ZodType>>;
type Unit = Read<'order'>['purchase_units'][0];
type Made<Make extends (...given: never[]) => unknown> = ReturnType<Make>;
type Taken<Schema extends z.ZodType> = z.input<Schema>;

it('reads only fields of the definitions', () => {
  expectTypeOf<Stray<Omit<Read<'order'>, 'purchase_units'>, wire.Wire<sdk.Order>>>().toBeNever();
  expectTypeOf<Stray<Unit, wire.Wire<sdk.PurchaseUnit>>>().toBeNever();
  expectTypeOf<Stray<Read<'capture'>, wire.Wire<sdk.CapturedPayment>>>().toBeNever();
  expectTypeOf<Stray<Read<'refund'>, wire.Wire<sdk.Refund>>>().toBeNever();
  expectTypeOf<Stray<Read<'plan'>, wire.Wire<sdk.BillingPlan>>>().toBeNever();
  expectTypeOf<Stray<Read<'subscription'>, wire.Wire<sdk.Subscription>>>().toBeNever();
  expectTypeOf<Stray<Read<'transactions'>, wire.Wire<sdk.TransactionsList>>>().toBeNever();
  expectTypeOf<Stray<Read<'transactionPage'>, wire.Wire<sdk.SearchResponse>>>().toBeNever();
  expectTypeOf<Stray<Read<'accessToken'>, wire.Wire<sdk.OAuthToken>>>().toBeNever();
  expectTypeOf<Stray<Read<'error'>, wire.ApiError>>().toBeNever();
  expectTypeOf<Stray<Read<'dispute'>, wire.Dispute>>().toBeNever();
  expectTypeOf<Stray<Read<'disputes'>, wire.DisputeSearch>>().toBeNever();
  expectTypeOf<Stray<Read<'sale'>, wire.Sale>>().toBeNever();
  expectTypeOf<Stray<Read<'saleRefund'>, wire.SaleRefund>>().toBeNever();
  expectTypeOf<Stray<Read<'payoutBatch'>, wire.PayoutBatch>>().toBeNever();
  expectTypeOf<Stray<Read<'webhook'>, wire.Webhook>>().toBeNever();
});

it('accepts objects in the form of the definitions', () => {
  expectTypeOf<Full<wire.Wire<sdk.CapturedPayment>>>().toExtend<Read<'capture'>>();
  expectTypeOf<Full<wire.Wire<sdk.Subscription>>>().toExtend<Read<'subscription'>>();
  expectTypeOf<Full<wire.Wire<sdk.TransactionsList>>>().toExtend<{
    transactions: readonly { id: string; status: string; time: string }[];
  }>();
});

it('tests with answers that contain only fields of the definitions', () => {
  expectTypeOf<Stray<Made<typeof orders.orderJson>, wire.Wire<sdk.Order>>>().toBeNever();
  expectTypeOf<Stray<Made<typeof orders.captureJson>, wire.Wire<sdk.CapturedPayment>>>().toBeNever();
  expectTypeOf<Stray<Made<typeof orders.refundJson>, wire.Wire<sdk.Refund>>>().toBeNever();
  expectTypeOf<Stray<Made<typeof subscriptions.subscriptionJson>, wire.Wire<sdk.Subscription>>>().toBeNever();
  type Transactions = { transaction_details: Made<typeof accounts.transactionsOf> };
  expectTypeOf<Stray<Transactions, wire.Wire<sdk.SearchResponse>>>().toBeNever();
  expectTypeOf<Stray<Made<typeof accounts.disputeJson>, wire.Dispute>>().toBeNever();
  expectTypeOf<Stray<{ items: Made<typeof accounts.listedDisputeJson>[] }, wire.DisputeSearch>>().toBeNever();
  expectTypeOf<Stray<Made<typeof subscriptions.saleRefundJson>, wire.SaleRefund>>().toBeNever();
  expectTypeOf<Stray<Made<typeof payouts.batchJson>, wire.PayoutBatch>>().toBeNever();
});

it('tests with a server that takes only fields of the definitions', () => {
  expectTypeOf<Stray<Taken<typeof orders.order>, wire.OrderRequest>>().toBeNever();
  expectTypeOf<Stray<Taken<typeof orders.refund>, wire.RefundRequest>>().toBeNever();
  expectTypeOf<Stray<Taken<typeof subscriptions.plan>, wire.PlanRequest>>().toBeNever();
  expectTypeOf<Stray<Taken<typeof subscriptions.subscription>, wire.SubscriptionRequest>>().toBeNever();
  expectTypeOf<Stray<Taken<typeof subscriptions.product>, wire.ProductRequest>>().toBeNever();
  expectTypeOf<Stray<Taken<typeof subscriptions.saleRefund>, wire.SaleRefundRequest>>().toBeNever();
  expectTypeOf<Stray<Taken<typeof payouts.payout>, wire.PayoutRequest>>().toBeNever();
  expectTypeOf<Stray<Taken<typeof accounts.evidences>, wire.Evidences>>().toBeNever();
});
