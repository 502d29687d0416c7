import {
  confirmCryptoRefund,
  deleteCryptoAccount,
  getCryptoAccount,
  getCryptoPayment,
  listRefundsToSend,
  listUncreditedPayments,
  previewCryptoAccount,
  putCryptoAccount,
  recordCryptoRefund,
} from '@tributary/contracts/payments';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { CheckoutCookies } from '../checkouts/checkout-cookie.ts';
import type { CryptoAccounts } from './crypto-accounts.service.ts';
import type { CryptoPayments } from './crypto-payments.service.ts';

export function cryptoRoutes(
  app: FastifyInstance,
  payments: CryptoPayments,
  accounts: CryptoAccounts,
  cookies: CheckoutCookies,
): void {
  route(app, getCryptoPayment, async ({ params, findCaller, request }) => {
    const userId = (await findCaller())?.userId ?? null;
    return payments.page(params.id, { userId, hasCookie: cookies.belongs(request.headers, params.id) });
  });
  route(app, getCryptoAccount, ({ caller }) => accounts.of(caller.userId));
  route(app, previewCryptoAccount, async ({ body }) => ({
    addresses: [...(await accounts.addressesOf(body.extendedPublicKey))],
  }));
  route(app, putCryptoAccount, ({ caller, body }) =>
    accounts.link(caller.userId, body.extendedPublicKey, body.firstAddress),
  );
  route(app, deleteCryptoAccount, ({ caller }) => accounts.unlink(caller.userId));
  route(app, listRefundsToSend, ({ caller, query }) => payments.refundsToSend(caller.userId, query.cursor));
  route(app, listUncreditedPayments, async ({ caller }) => ({
    payments: await payments.uncredited(caller.userId),
  }));
  route(app, recordCryptoRefund, async ({ caller, params, body }) => ({
    refunded: await payments.recordRefund(caller.userId, params.id, body.transactionHash),
  }));
  route(app, confirmCryptoRefund, async ({ actor, params, body }) => ({
    refunded: await payments.confirmRefund(actor, params.id, body.transactionHash, body.reason),
  }));
}
