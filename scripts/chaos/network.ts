/**
 * The network in which the processes of the instance run: each in a network namespace of its own, behind a bridge, or all
 * on loopback where this user may not create namespaces.
 */
import { execFileSync, spawnSync } from 'node:child_process';

export interface Network {
  readonly kind: 'namespaces' | 'loopback';
  /** The address of the host that runs the database, Valkey, S3, the viewers and the encoders. */
  readonly hub: string;
  addressOf(process: number): string;
  /** The command that runs a program in the network of a process. */
  within(process: number): readonly string[];
  /** Cuts the cable of a process; null where that is not possible. */
  readonly cut: ((process: number) => void) | null;
  restore(process: number): void;
}

const ENTER = [
  'mkdir -p /run/netns',
  'mount -t tmpfs none /run/netns',
  'ip link set lo up',
  'exec "$0" "$@"',
].join(' && ');

const INSIDE = 'TRIBUTARY_CHAOS_NAMESPACE';

/**
 * Runs this program again in a namespace of its own, where it may create others, which are gone when it ends.
 * @returns its exit code; null where this is the program that runs inside, or where namespaces are not permitted
 */
export function runInNamespace(): number | null {
  if (process.env[INSIDE] !== undefined || !canIsolate()) return null;
  const words = [...process.execArgv, ...process.argv.slice(1)];
  // It ends with this program, however that ends.
  const inside = ['setpriv', '--pdeathsig', 'TERM', 'sh', '-c', ENTER, process.execPath, ...words];
  const { status } = spawnSync('unshare', ['-n', '-m', ...inside], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: '1' },
  });
  return status ?? 1;
}

function canIsolate(): boolean {
  const test = 'mkdir -p /run/netns && mount -t tmpfs none /run/netns && ip netns add probe';
  return spawnSync('unshare', ['-n', '-m', 'sh', '-c', test], { stdio: 'ignore' }).status === 0;
}

export function openNetwork(processes: number): Network {
  if (process.env[INSIDE] === undefined) {
    return {
      kind: 'loopback',
      hub: '127.0.0.1',
      addressOf: () => '127.0.0.1',
      within: () => [],
      cut: null,
      restore: () => undefined,
    };
  }
  const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const hub = '10.77.0.1';
  const addressOf = (index: number) => `10.77.0.${11 + index}`;
  ip('link', 'add', 'chaos', 'type', 'bridge');
  ip('address', 'add', `${hub}/24`, 'dev', 'chaos');
  ip('link', 'set', 'chaos', 'up');
  for (let index = 0; index < processes; index++) {
    const name = `p${index}`;
    ip('netns', 'add', name);
    ip('link', 'add', `cable${index}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', `cable${index}`, 'master', 'chaos');
    ip('link', 'set', `cable${index}`, 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
    ip('-n', name, 'address', 'add', `${addressOf(index)}/24`, 'dev', 'eth0');
    ip('-n', name, 'link', 'set', 'eth0', 'up');
  }
  return {
    kind: 'namespaces',
    hub,
    addressOf,
    within: (index) => ['ip', 'netns', 'exec', `p${index}`],
    cut: (index) => void ip('link', 'set', `cable${index}`, 'down'),
    restore: (index) => void ip('link', 'set', `cable${index}`, 'up'),
  };
}
