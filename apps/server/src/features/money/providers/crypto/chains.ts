/** Names of the chains whose tokens are worth money, and of the test chains that are used most. */

const NAMES: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  100: 'Gnosis',
  130: 'Unichain',
  137: 'Polygon',
  146: 'Sonic',
  324: 'ZKsync Era',
  480: 'World Chain',
  8453: 'Base',
  42161: 'Arbitrum One',
  42220: 'Celo',
  43114: 'Avalanche',
  59144: 'Linea Mainnet',
  534352: 'Scroll',
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

/** Whether tokens of the chain may be worth nothing, as they are on every chain that is not listed. */
export const isTestChain = (id: number): boolean => !(id in NAMES);
