import {
  deleteCryptoAccount,
  getCryptoAccount,
  previewCryptoAccount,
  putCryptoAccount,
} from '@tributary/contracts/payments';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { CryptoAccounts } from './crypto-accounts.service.ts';

export function cryptoAccountRoutes(app: FastifyInstance, accounts: CryptoAccounts): void {
  route(app, getCryptoAccount, ({ caller }) => accounts.of(caller.userId));
  route(app, previewCryptoAccount, async ({ body }) => ({
    addresses: [...(await accounts.addressesOf(body.extendedPublicKey))],
  }));
  route(app, putCryptoAccount, ({ caller, body }) =>
    accounts.link(caller.userId, body.extendedPublicKey, body.firstAddress),
  );
  route(app, deleteCryptoAccount, ({ caller }) => accounts.unlink(caller.userId));
}
