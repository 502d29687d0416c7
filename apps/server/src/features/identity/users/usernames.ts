/** Which usernames are to be had, and what somebody is called who has not chosen one. */
import { randomInt } from 'node:crypto';
import { username } from '@tributary/contracts';

/** Names that would be taken for the instance itself; only its operator hands them out. */
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

/** @param proposals the best one first: names, email addresses, or nothing */
export const proposeUsername = (proposals: readonly unknown[]): string =>
  proposals.map(usernameFrom).find((name) => name !== null) ?? 'user';

/** The proposed name as it is, or with digits behind it. */
export async function freeUsername(
  proposal: string,
  isTaken: (username: string) => Promise<boolean>,
): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const name = attempt === 0 ? proposal : `${proposal.slice(0, 24)}-${randomInt(10_000, 100_000)}`;
    if (!isReservedUsername(name) && !(await isTaken(name))) return name;
  }
}

/** `Zoë Müller` to `zoe-muller`, `ann@example.org` to `ann`; null where nothing is left. */
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
