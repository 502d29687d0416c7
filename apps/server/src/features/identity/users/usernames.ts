/** Reserved usernames, and usernames for people who have not chosen one. */
import { randomInt } from 'node:crypto';
import { username } from '@tributary/contracts/shared';

/** Names that people could mistake for the instance's staff; only the operator can assign them. */
const RESERVED = new Set([
  'admin',
  'administrator',
  'moderator',
  'mod',
  'official',
  'owner',
  'root',
  'staff',
  'support',
  'system',
  'security',
  'help',
  'tributary',
  'null',
  'undefined',
]);

export const isReservedUsername = (name: string): boolean => RESERVED.has(name);

/** @param proposals names or email addresses, best first */
export const proposeUsername = (proposals: readonly unknown[]): string =>
  proposals.map(usernameFrom).find((name) => name !== null) ?? 'user';

/** Returns the proposed name, with digits appended if it is taken. */
export async function freeUsername(
  proposal: string,
  isTaken: (username: string) => Promise<boolean>,
): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const name = attempt === 0 ? proposal : `${proposal.slice(0, 24)}-${randomInt(10_000, 100_000)}`;
    if (!isReservedUsername(name) && !(await isTaken(name))) return name;
  }
}

/** Turns `Zoë Müller` into `zoe-muller` and `ann@example.org` into `ann`; null if nothing is left. */
function usernameFrom(proposal: unknown): string | null {
  if (typeof proposal !== 'string') return null;
  const plain = (proposal.split('@', 1)[0] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .slice(0, 30)
    .replace(/^[-_]+|[-_]+$/g, '');
  return username.safeParse(plain).data ?? null;
}
