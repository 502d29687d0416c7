/** Opens checkouts: first in the database, then at the provider, so that a crash in between loses no payment. */
import { createHash } from 'node:crypto';
import type { CheckoutBody } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import type { Language } from '@tributary/messages/languages';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#platform/db/database.ts';
import { readSettings } from '#platform/settings/index.ts';
import { ProviderRefused } from '../providers/provider.errors.ts';
import type { CheckoutRequest, PaymentProvider } from '../providers/provider.ts';
import type { Providers } from '../providers/providers.ts';
import type { Checkout } from './checkout.ts';
import type { CheckoutBudgets } from './checkout-budgets.ts';
import { checkoutErrors } from './checkouts.errors.ts';
import * as repo from './checkouts.repo.ts';
import type { FindDirectAccount } from './creator-accounts.ts';
import { handlerOf, type PurposeHandlers } from './purpose.ts';
import type { Settlement } from './settlement.ts';

/** Payment pages accept payments for this long. */
const OPEN_MS = 30 * 60_000;

export interface Payer {
  readonly userId: UserId | null;
  readonly network: string;
  /** The language of the request. */
  readonly language?: Language;
}

export interface OpenedCheckout {
  readonly id: string;
  readonly redirectUrl: string;
}

export interface OpeningOptions {
  readonly db: Database;
  readonly providers: Pick<Providers, 'forMethod' | 'get' | 'purposesOf'>;
  readonly handlers: PurposeHandlers;
  readonly settlement: Settlement;
  readonly budgets: CheckoutBudgets;
  readonly findDirectAccount: FindDirectAccount;
  readonly emailOf: (userId: UserId) => Promise<string | null>;
  /** Base URL of the instance. */
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** @throws AppError that names the field, `too_many_checkouts`, ProviderUnavailable, ProviderRefused */
export type OpenCheckout = (body: CheckoutBody, payer: Payer) => Promise<OpenedCheckout>;

export function createOpening(options: OpeningOptions): OpenCheckout {
  const { db, providers, handlers, settlement, budgets, findDirectAccount, emailOf, publicUrl, now } =
    options;

  /** The checkout that an earlier request with this key created. @throws AppError `idempotency_key_reused` */
  async function findEarlier({ idempotencyKey }: CheckoutBody, hash: string): Promise<Checkout | null> {
    const earlier = await db.read((reader) => repo.findByIdempotencyKey(reader, idempotencyKey));
    if (earlier && earlier.requestHash !== hash) throw checkoutErrors.idempotency_key_reused();
    return earlier;
  }

  async function insert(body: CheckoutBody, hash: string, payer: Payer): Promise<Checkout | null> {
    const provider = await providers.forMethod(body.method);
    if (!provider || !providers.purposesOf(body.method).includes(body.purpose)) {
      throw checkoutErrors.method_unavailable().at('/method');
    }
    await budgets.spend(payer.userId, payer.network);
    const at = now();
    const id = uuidv7();
    const buyer = { checkoutId: id, payerId: payer.userId, at };
    return db.transact(async (tx) => {
      const { currency, platformFeeBasisPoints: feeBasisPoints } = await readSettings(tx);
      const { receiptEmail = null, ...offer } = await handlerOf(handlers, body.purpose).offer(
        tx,
        body,
        buyer,
      );
      if (receiptEmail !== null) await budgets.spendReceipt(payer.network);
      const checkout = {
        ...offer,
        statusPath: withReturn(offer.statusPath, body.from),
        id,
        purpose: body.purpose,
        payerId: payer.userId,
        feeBasisPoints,
        currency,
        provider: provider.name,
        isTest: provider.isTest,
        method: body.method,
        expiresAt: new Date(at.getTime() + OPEN_MS),
        createdAt: at,
      };
      const { idempotencyKey } = body;
      const isNew = await repo.insertCheckout(tx, {
        ...checkout,
        receiptEmail,
        receiptLanguage: receiptEmail === null ? null : (payer.language ?? null),
        idempotencyKey,
        requestHash: hash,
      });
      // Another request with the same key was first, so the transaction rolls back what `offer` took.
      if (!isNew) throw new KeyTaken();
      return {
        ...checkout,
        reference: null,
        redirectUrl: null,
        status: 'open',
        reason: null,
        subscriptionAsOf: null,
      };
    });
  }

  async function requestOf(
    provider: PaymentProvider,
    checkout: Checkout,
    creatorId: UserId,
  ): Promise<CheckoutRequest> {
    const { id, payerId, statusPath } = checkout;
    const account = await db.read((reader) =>
      findDirectAccount(reader, provider, { ...checkout, creatorId }, now()),
    );
    const email = payerId && (await emailOf(payerId));
    const statusUrl = new URL(statusPath, publicUrl);
    statusUrl.searchParams.set('checkout', id);
    const cancelUrl = new URL(statusUrl);
    cancelUrl.searchParams.set('canceled', '1');
    return {
      ...checkout,
      payer: payerId && email ? { id: payerId, email } : null,
      recipient: { creatorId, account },
      statusUrl: statusUrl.href,
      cancelUrl: cancelUrl.href,
    };
  }

  async function openPage(provider: PaymentProvider, checkout: Checkout, creatorId: UserId) {
    const { id: checkoutId } = checkout;
    try {
      return await provider.openCheckout(await requestOf(provider, checkout, creatorId));
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      const { message: reason } = error;
      const closed = { kind: 'checkout_closed', checkoutId, outcome: 'failed', reason } as const;
      await db.transact((tx) => settlement.apply(tx, provider.name, [closed], now()));
      throw error;
    }
  }

  return async (body, payer) => {
    const hash = createHash('sha256')
      .update(JSON.stringify([body, payer.userId]))
      .digest('base64url');
    const earlier = await findEarlier(body, hash);
    const checkout =
      earlier ??
      (await insert(body, hash, payer).catch(async (error: unknown) => {
        // Another request with the same key may have been first, and may have taken the last of a limited offer.
        const first = await findEarlier(body, hash);
        if (first) return first;
        throw error;
      }));
    if (checkout?.status !== 'open' || checkout.creatorId === null) throw checkoutErrors.checkout_closed();
    const { id, redirectUrl, creatorId } = checkout;
    if (redirectUrl !== null) return { id, redirectUrl };
    const page = await openPage(await providers.get(checkout.provider), checkout, creatorId);
    if (!(await db.transact((tx) => repo.setPage(tx, id, page)))) throw checkoutErrors.checkout_closed();
    return { id, redirectUrl: page.redirectUrl };
  };
}

/** Adds the page that the payer came from to the address that they return to. */
function withReturn(statusPath: string, from: string | undefined): string {
  if (from === undefined) return statusPath;
  return `${statusPath}${statusPath.includes('?') ? '&' : '?'}${new URLSearchParams({ from })}`;
}

class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}
