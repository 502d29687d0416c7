import type { UserId } from '@tributary/contracts/shared';

/** The viewer who speaks as `a`, `b`, `c`… in a conversation. Each has a viewer of their own while there are enough. */
export const speakerAmong = (
  viewers: readonly UserId[],
  speaker: string,
  offset: number,
): UserId | undefined => viewers[(offset + speaker.charCodeAt(0) - 'a'.charCodeAt(0)) % viewers.length];
