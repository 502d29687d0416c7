/**
 * Programs in a network of their own. Chromium gathers no ICE candidates on loopback, so WebRTC between it and a
 * server needs an interface with an address and a default route, from which no packet leaves the machine.
 */
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

const SET_UP = [
  'ip link set lo up',
  'ip link add tributary0 type veth peer name tributary1',
  'ip address add 10.213.0.1/24 dev tributary0',
  'ip link set tributary0 up',
  'ip link set tributary1 up',
  'ip route add default via 10.213.0.2',
  'exec "$0" "$@"',
].join(' && ');

/** Only root may create a network namespace here. */
export function canIsolateNetwork(): boolean {
  try {
    execFileSync('unshare', ['-n', 'ip', 'link'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs a module there. @returns its standard output */
export async function runInOwnNetwork(module: URL, timeoutMs: number): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'unshare',
    ['-n', 'sh', '-c', SET_UP, process.execPath, '--disable-warning=ExperimentalWarning', module.pathname],
    { timeout: timeoutMs, maxBuffer: 16 * 1024 * 1024 },
  );
  return stdout;
}
