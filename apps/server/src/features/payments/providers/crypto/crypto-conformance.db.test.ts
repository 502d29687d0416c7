import { getAddress, parseUnits } from 'viem';
import { openCryptoFixture } from '../../../../../test/support/crypto/crypto-fixture.ts';
import { createTestDatabase } from '../../../../../test/support/database.ts';
import { describeProvider } from '../../../../../test/support/payments/provider-conformance.ts';

const db = await createTestDatabase();

describeProvider('crypto', async () => {
  const { chain, rpc, provider, account, clock } = await openCryptoFixture(db);
  return {
    provider,
    method: 'crypto',
    account,
    now: () => new Date(clock.now),
    advance(ms) {
      clock.now += ms;
    },
    async approve({ reference }) {
      const page = await provider.onChain.paymentOf(reference);
      const usdc = page?.options.find(({ token }) => token === 'USDC');
      if (!page || !usdc?.missing) throw new Error(`The page asks for no payment: ${page?.state}.`);
      await chain.sendUsdc(getAddress(page.address), parseUnits(usdc.missing, 6));
      await chain.mine(3);
    },
    break(how) {
      rpc.behavior = how;
    },
    repair() {
      rpc.behavior = 'forwards';
    },
  };
}, []);
