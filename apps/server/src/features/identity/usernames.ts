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

export const isReservedUsername = (username: string): boolean => RESERVED.has(username);
