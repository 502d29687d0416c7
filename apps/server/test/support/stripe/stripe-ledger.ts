/** Moves money at Stripe: captures, transfers to connected accounts, refunds and reversals. */
import { invalid } from './stripe-errors.ts';
import type { Charge, Metadata, PaymentIntent, Refund, TransferReversal } from './stripe-objects.ts';
import { PLATFORM, type StripeStore } from './stripe-store.ts';

export interface PaymentFields {
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Metadata;
  readonly destination: string | null;
  /** The part that is transferred to the destination; null: the whole payment. */
  readonly transferred: number | null;
  readonly fee: number | null;
}

export function createPayment(store: StripeStore, fields: PaymentFields): PaymentIntent {
  const { destination, transferred, fee, ...rest } = fields;
  return store.add('payment_intent', {
    ...rest,
    transfer_data:
      destination === null ? null : { destination, ...(transferred !== null && { amount: transferred }) },
    application_fee_amount: fee,
    amount_received: 0,
    status: 'requires_payment_method',
    latest_charge: null,
    last_payment_error: null,
  });
}

/** Adds a charge that is not paid yet, such as a bank debit. */
export function attempt(store: StripeStore, payment: PaymentIntent): Charge {
  const charge = store.add('charge', {
    amount: payment.amount,
    currency: payment.currency,
    metadata: payment.metadata,
    payment_intent: payment.id,
    status: 'pending',
    captured: true,
    paid: false,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    application_fee: null,
    application_fee_amount: payment.application_fee_amount,
    transfer_data: payment.transfer_data && { amount: null, ...payment.transfer_data },
  });
  payment.latest_charge = charge.id;
  payment.status = 'processing';
  return charge;
}

export function capture(store: StripeStore, payment: PaymentIntent): void {
  const charge =
    payment.status === 'processing'
      ? store.get('charge', payment.latest_charge ?? '')
      : attempt(store, payment);
  Object.assign(charge, { status: 'succeeded', paid: true });
  Object.assign(payment, { status: 'succeeded', amount_received: payment.amount, last_payment_error: null });
  store.move(null, PLATFORM, payment.amount);
  if (!payment.transfer_data) return;
  const { destination, amount = payment.amount } = payment.transfer_data;
  charge.transfer = transfer(store, { ...payment, amount, destination, metadata: {}, group: null }).id;
  const fee = payment.application_fee_amount;
  if (!fee) return;
  const fields = { account: destination, amount: fee, charge: charge.id, amount_refunded: 0 };
  charge.application_fee = store.add('application_fee', fields).id;
  store.move(destination, PLATFORM, fee);
}

export function decline(store: StripeStore, payment: PaymentIntent): void {
  if (payment.status === 'processing') {
    Object.assign(store.get('charge', payment.latest_charge ?? ''), { status: 'failed' });
  }
  payment.status = 'requires_payment_method';
  payment.last_payment_error = {
    type: 'card_error',
    code: 'card_declined',
    message: 'Your card was declined.',
  };
}

interface TransferFields {
  readonly amount: number;
  readonly currency: string;
  readonly destination: string;
  readonly metadata: Metadata;
  readonly group: string | null;
}

export function transfer(store: StripeStore, { group, ...fields }: TransferFields) {
  const { amount, currency, destination, metadata } = fields;
  store.move(PLATFORM, destination, amount);
  return store.add('transfer', {
    amount,
    currency,
    destination,
    metadata,
    transfer_group: group,
    amount_reversed: 0,
    reversed: false,
  });
}

export function reverse(
  store: StripeStore,
  id: string,
  amount: number,
  metadata: Metadata,
): TransferReversal {
  const reversed = store.get('transfer', id);
  if (amount > reversed.amount - reversed.amount_reversed) {
    throw invalid(`Transfer reversal amount ${amount} is greater than the unreversed amount.`);
  }
  store.move(reversed.destination, PLATFORM, amount);
  reversed.amount_reversed += amount;
  reversed.reversed = reversed.amount_reversed === reversed.amount;
  return store.add('transfer_reversal', { amount, transfer: id, metadata });
}

/** The share of the fee for `amount`, rounded so that a full return leaves no fee. */
function returnFee(store: StripeStore, charge: Charge, amount: number): number {
  if (charge.application_fee === null) return 0;
  const fee = store.get('application_fee', charge.application_fee);
  const isRest = charge.amount_refunded + amount === charge.amount;
  const left = fee.amount - fee.amount_refunded;
  const share = isRest ? left : Math.min(left, Math.round((fee.amount * amount) / charge.amount));
  fee.amount_refunded += share;
  store.move(PLATFORM, fee.account, share);
  return share;
}

export interface RefundFields {
  readonly amount: number;
  readonly metadata: Metadata;
  readonly reversesTransfer: boolean;
  readonly returnsFee: boolean;
  readonly isPending: boolean;
}

/** @throws StripeAnswerError if Stripe would refuse the refund */
export function refund(store: StripeStore, charge: Charge, fields: RefundFields): Refund {
  const { amount, metadata, reversesTransfer, returnsFee } = fields;
  const left = charge.amount - charge.amount_refunded;
  if (isChargedBack(store, charge))
    throw invalid(`Charge ${charge.id} has been charged back.`, 'charge_disputed');
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  if (amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`);
  if (reversesTransfer && charge.transfer === undefined)
    throw invalid('Cannot reverse transfer on charge without one.');
  if (returnsFee && charge.application_fee === null)
    throw invalid('This charge has no application fee to refund.');
  const reversedCents = reversesTransfer ? reversedShare(store, charge, amount) : 0;
  if (amount > Math.max(0, store.balanceOf(PLATFORM)) + reversedCents) {
    throw invalid(
      'You have insufficient available funds in your Stripe account to refund this charge.',
      'balance_insufficient',
    );
  }
  const reversal =
    reversesTransfer && charge.transfer !== undefined
      ? reverse(store, charge.transfer, reversedCents, {})
      : null;
  store.move(PLATFORM, null, amount);
  const returnedFee = returnsFee ? returnFee(store, charge, amount) : 0;
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  return store.add('refund', {
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    metadata,
    transfer_reversal: reversal?.id ?? null,
    returnedFee,
    status: fields.isPending ? 'pending' : 'succeeded',
  });
}

/** Inquiries and won disputes leave a payment refundable. */
const isChargedBack = (store: StripeStore, { id }: Charge): boolean =>
  store
    .all('dispute')
    .some(({ charge, status }) => charge === id && status !== 'won' && !status.startsWith('warning_'));

/** A transfer is reversed in proportion to the refund. */
function reversedShare(store: StripeStore, charge: Charge, amount: number): number {
  const { amount: transferred } = store.get('transfer', charge.transfer ?? '');
  const shareOf = (refunded: number) => Math.round((transferred * refunded) / charge.amount);
  return shareOf(charge.amount_refunded + amount) - shareOf(charge.amount_refunded);
}

/** The bank does not accept the refund, so Stripe returns the money to the balance of the platform. */
export function failRefund(store: StripeStore, id: string): Refund {
  const failed = store.get('refund', id);
  const charge = store.get('charge', failed.charge);
  Object.assign(failed, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
  store.move(null, PLATFORM, failed.amount);
  charge.amount_refunded -= failed.amount;
  charge.refunded = false;
  return failed;
}
