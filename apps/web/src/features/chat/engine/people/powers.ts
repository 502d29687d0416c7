import type { ChatPower, ModeratorPower } from '@tributary/contracts/chat';

export const POWER_LABELS: Readonly<Record<ModeratorPower, string>> = {
  people: 'Messages and people',
  room: 'The chat for everybody',
  raids: 'Raids',
};

export const POWER_HINTS: Readonly<Record<ModeratorPower, string>> = {
  people: 'Delete messages, release held ones, ban people and decide appeals',
  room: 'Set modes, pin, announce, start polls and clear the chat',
  raids: 'Start and cancel raids',
};

/** The roles that have a power, for a message to a person without it. */
export function rolesWith(power: ChatPower, isModerator: boolean): string {
  if (power === 'appointments') return 'Only the streamer and admins';
  return isModerator ? 'Only the streamer, admins and some of the moderators' : 'Only moderators';
}
