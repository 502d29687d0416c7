/** The chains that this program knows, which of them are test chains, and which have ETH as their native coin. */

interface KnownChain {
  readonly name: string;
  /** A test chain, whose tokens are worth nothing. */
  readonly isTest?: true;
  /** Whether the native coin is ETH. Most other coins, such as POL on Polygon, have a price of their own. */
  readonly hasEther?: true;
  /** A layer 2 chain, whose blocks come from a sequencer. */
  readonly hasSequencer?: true;
  /** Chainlink's sequencer uptime feed, if one is documented: https://docs.chain.link/data-feeds/l2-sequencer-feeds */
  readonly sequencerFeed?: string;
}

const LAYER_2 = { hasEther: true, hasSequencer: true } as const;
const TEST = { hasEther: true, isTest: true } as const;

const CHAINS: Readonly<Record<number, KnownChain>> = {
  1: { name: 'Ethereum', hasEther: true },
  10: { name: 'OP Mainnet', ...LAYER_2, sequencerFeed: '0x371EAD81c9102C9BF4874A9075FFFf170F2Ee389' },
  56: { name: 'BNB Smart Chain' },
  100: { name: 'Gnosis' },
  130: { name: 'Unichain', ...LAYER_2 },
  137: { name: 'Polygon' },
  146: { name: 'Sonic' },
  324: { name: 'ZKsync Era', ...LAYER_2, sequencerFeed: '0x0E6AC8B967393dcD3D36677c126976157F993940' },
  480: { name: 'World Chain', ...LAYER_2 },
  1868: { name: 'Soneium', ...LAYER_2, sequencerFeed: '0xaDE1b9AbB98c6A542E4B49db2588a3Ec4bF7Cdf0' },
  8453: { name: 'Base', ...LAYER_2, sequencerFeed: '0xBCF85224fc0756B9Fa45aA7892530B47e10b6433' },
  42161: { name: 'Arbitrum One', ...LAYER_2, sequencerFeed: '0xFdB631F5EE196F0ed6FAa767959853A9F217697D' },
  42220: { name: 'Celo' },
  43114: { name: 'Avalanche' },
  57073: { name: 'Ink', ...LAYER_2 },
  59144: { name: 'Linea Mainnet', ...LAYER_2 },
  534352: { name: 'Scroll', ...LAYER_2, sequencerFeed: '0x45c2b8C204568A03Dc7A2E32B71D67Fe97F908A9' },

  300: { name: 'ZKsync Sepolia', ...TEST },
  1301: { name: 'Unichain Sepolia', ...TEST },
  4801: { name: 'World Chain Sepolia', ...TEST },
  31337: { name: 'Local test chain', ...TEST },
  59141: { name: 'Linea Sepolia', ...TEST },
  80002: { name: 'Polygon Amoy', isTest: true },
  84532: { name: 'Base Sepolia', ...TEST },
  421614: { name: 'Arbitrum Sepolia', ...TEST },
  534351: { name: 'Scroll Sepolia', ...TEST },
  560048: { name: 'Hoodi', ...TEST },
  11155111: { name: 'Sepolia', ...TEST },
  11155420: { name: 'OP Sepolia', ...TEST },
};

export const chainName = (id: number): string => CHAINS[id]?.name ?? `Chain ${id}`;

/** Whether tokens of the chain may be worthless, as on every chain that is not listed. */
export const isTestChain = (id: number): boolean => CHAINS[id]?.isTest ?? !(id in CHAINS);

/** The Chainlink feed of the status of the chain's sequencer, if one is documented. */
export const sequencerFeedOf = (id: number): string | null => CHAINS[id]?.sequencerFeed ?? null;

interface EtherSettings {
  readonly chainId: number;
  readonly priceFeed?: string | undefined;
  readonly sequencerFeed?: string | undefined;
}

/** Says why ETH cannot be accepted with these settings and what to do. Null if it can, or is not to be accepted. */
export function etherProblem({
  chainId,
  priceFeed,
  sequencerFeed,
}: EtherSettings): { readonly setting: 'priceFeed' | 'sequencerFeed'; readonly message: string } | null {
  if (priceFeed === undefined) return null;
  const chain = CHAINS[chainId];
  const name = chain ? `${chain.name} (chain ${chainId})` : `chain ${chainId}`;
  if (!chain?.hasEther) {
    const why = chain
      ? `The native coin of ${name} is not ETH`
      : `It is not known that the native coin of ${name} is ETH`;
    const message = `${why}. Remove the price feed to accept USDC only, or use a chain whose native coin is ETH, such as Ethereum (1) or Base (8453).`;
    return { setting: 'priceFeed', message };
  }
  if (chain.hasSequencer && sequencerFeed === undefined && chain.sequencerFeed === undefined) {
    const message = `Set the address of Chainlink’s sequencer uptime feed on ${name}, or remove the price feed to accept USDC only.`;
    return { setting: 'sequencerFeed', message };
  }
  return null;
}
