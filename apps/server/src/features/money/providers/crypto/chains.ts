/** Names of the chains that are used most; any other EVM chain works too. */

const NAMES: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum One',
  43114: 'Avalanche',
};

const TEST_NAMES: Readonly<Record<number, string>> = {
  31337: 'Local test chain',
  80002: 'Polygon Amoy',
  84532: 'Base Sepolia',
  421614: 'Arbitrum Sepolia',
  11155111: 'Sepolia',
  11155420: 'OP Sepolia',
};

export const chainName = (id: number): string => NAMES[id] ?? TEST_NAMES[id] ?? `Chain ${id}`;

/** Whether tokens of the chain are worth nothing. */
export const isTestChain = (id: number): boolean => id in TEST_NAMES;
