import * as viemChains from 'viem/chains';
import { expect, it } from 'vitest';
import { ZodError } from 'zod';
import { cryptoDefinition } from '../crypto-definition.ts';
import { etherProblem, isTestChain } from './chains.ts';

const FEED = '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70';
const variables = (more: Record<string, string>) => ({
  CRYPTO_RPC_URL: 'https://rpc.example.org',
  CRYPTO_PRICE_FEED: FEED,
  ...more,
});

const known = Object.values(viemChains).map(({ id, nativeCurrency, testnet = false }) => ({
  id,
  coin: nativeCurrency.symbol,
  isTest: testnet,
}));

it('accepts ETH only on chains whose native coin it is, and their test chains only as test money', () => {
  const accepting = known.filter(
    ({ id }) => etherProblem({ chainId: id, priceFeed: FEED, sequencerFeed: FEED }) === null,
  );
  expect(accepting.length).toBeGreaterThan(15);
  expect(accepting.filter(({ coin }) => coin !== 'ETH')).toEqual([]);
  const local = 31_337;
  expect(accepting.filter(({ id, isTest }) => id !== local && isTest !== isTestChain(id))).toEqual([]);
});

it.each([
  ['137', 'CRYPTO_PRICE_FEED: The native coin of Polygon (chain 137) is not ETH. Remove the price feed'],
  ['25', 'CRYPTO_PRICE_FEED: It is not known that the native coin of chain 25 is ETH. Remove the price feed'],
  ['59144', 'CRYPTO_SEQUENCER_FEED: Set the address of Chainlink’s sequencer uptime feed on Linea Mainnet'],
])('does not start with a price feed on chain %s, and says what to do', async (chainId, sentence) => {
  const { keysIn, create } = cryptoDefinition;
  expect(() => keysIn(variables({ CRYPTO_CHAIN_ID: chainId }))).toThrow(sentence);
  const [name = ''] = sentence.split(':');
  const path = name === 'CRYPTO_PRICE_FEED' ? ['priceFeed'] : ['sequencerFeed'];
  const context = {} as Parameters<typeof create>[1];
  const keys = { rpcUrl: 'https://rpc.example.org', chainId, priceFeed: FEED };
  const error = await create(keys, context).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ZodError);
  expect(error).toMatchObject({ issues: [{ path }] });
});

it.each([
  { CRYPTO_CHAIN_ID: '8453' },
  { CRYPTO_CHAIN_ID: '84532' },
  { CRYPTO_CHAIN_ID: '59144', CRYPTO_SEQUENCER_FEED: FEED },
  { CRYPTO_CHAIN_ID: '137', CRYPTO_PRICE_FEED: '' },
])('starts with %o', (settings) => {
  expect(cryptoDefinition.keysIn(variables(settings))).toMatchObject({ chainId: settings.CRYPTO_CHAIN_ID });
});
