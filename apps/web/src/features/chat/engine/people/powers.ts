import type { ChatPower, ModeratorPower } from '@tributary/contracts/chat';
import { t } from '@/lib/messages/t.ts';

export const POWER_LABELS: Readonly<Record<ModeratorPower, string>> = {
  people: t('chat.power.people'),
  room: t('chat.power.room'),
  raids: t('chat.dashboard.raids'),
};

export const POWER_HINTS: Readonly<Record<ModeratorPower, string>> = {
  people: t('chat.power.peopleHint'),
  room: t('chat.power.roomHint'),
  raids: t('chat.power.raidsHint'),
};

/** Tells a person without a power who may use a command that needs it. */
export function refusalOf(name: string, power: ChatPower, isModerator: boolean): string {
  if (power === 'appointments') return t('chat.command.streamerOnly', { name });
  return isModerator
    ? t('chat.command.someModerators', { name })
    : t('chat.command.moderatorsOnly', { name });
}
