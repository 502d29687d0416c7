import {
  confirmCryptoRefund,
  getCryptoPayment,
  listRefundsToSend,
  listUncreditedPayments,
  recordCryptoRefund,
} from '@tributary/contracts/payments';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { CheckoutCookies } from '../checkouts/checkout-cookie.ts';
import type { CryptoPayments } from './crypto-payments.service.ts';

export function cryptoRoutes(app: FastifyInstance, payments: CryptoPayments, cookies: CheckoutCookies): void {
  route(app, getCryptoPayment, async ({ params, findCaller, request }) => {
    const userId = (await findCaller())?.userId ?? null;
    return payments.page(params.id, { userId, hasCookie: cookies.belongs(request.headers, params.id) });
  });
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
