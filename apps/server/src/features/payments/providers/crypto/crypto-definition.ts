/** The settings of crypto payments, and their start. */
import { z } from 'zod';
import { defineProvider } from '../provider-definition.ts';
import { etherProblem, sequencerFeedOf } from './chain/chains.ts';

const number = (title: string, min: number, max: number, initial: number) =>
  z
    .string()
    .regex(/^\d+$/, `Use a whole number from ${min} to ${max}.`)
    .default(String(initial))
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .meta({ title, description: `Default: ${initial}.` });

const contract = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'Use the address of a contract: 0x and 40 letters or digits.')
  .optional();

export const cryptoDefinition = defineProvider(
  {
    name: 'crypto',
    label: 'Crypto',
    methodLabel: 'ETH or USDC',
    summary: 'USDC and ETH, paid straight to creators’ wallets.',
    purposes: ['donation', 'ticket'],
    heldBy: 'creator_gross',
    proratesSubscriptions: false,
    webhooks: [],
  },
  {
    rpcUrl: z
      .url({ protocol: /^https?$/, error: 'Use the URL of an RPC server.' })
      .meta({ title: 'URL of the RPC server' }),
    chainId: z
      .string()
      .regex(/^\d{1,15}$/, 'Use the number of the chain.')
      .transform(Number)
      .meta({ title: 'Chain ID', description: 'Ethereum is 1, Base is 8453.' }),
    usdcContract: contract.meta({
      title: 'Contract of USDC',
      description: 'Without it, USDC is not accepted.',
    }),
    priceFeed: contract.meta({
      title: 'Price feed of ETH',
      description: 'Without it, ETH is not accepted. Only on chains whose native coin is ETH.',
    }),
    sequencerFeed: contract.meta({
      title: 'Sequencer uptime feed',
      description:
        'Needed for ETH on some layer 2 chains. Those of Arbitrum, Base, OP Mainnet, Scroll, Soneium and ZKsync are known.',
    }),
    confirmations: number('Confirmations', 1, 1000, 12),
    maxPriceAgeSeconds: number('Highest age of the price in seconds', 60, 172_800, 4500),
  },
  async ({ usdcContract = null, priceFeed = null, ...keys }, { db, now }) => {
    const { createCrypto } = await import('./crypto.ts');
    const sequencerFeed = keys.sequencerFeed ?? sequencerFeedOf(keys.chainId);
    return createCrypto({ ...keys, usdc: usdcContract, priceFeed, sequencerFeed, db, now });
  },
  (keys) => {
    const problem = etherProblem(keys);
    return problem && { field: problem.setting, message: problem.message };
  },
);
