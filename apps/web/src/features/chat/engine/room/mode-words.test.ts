import {
  CHAT_MODES_OFF,
  formatChatDuration,
  parseChatDuration,
  roundUpWait,
} from '@tributary/contracts/chat';
import { expect, it } from 'vitest';
import { modeWords } from './mode-words.ts';

it('names the active modes with their durations, and no others', () => {
  expect(modeWords(CHAT_MODES_OFF)).toEqual([]);
  const modes = { ...CHAT_MODES_OFF, slowSeconds: 90, followersMinutes: 10, emoteOnly: true };
  expect(modeWords(modes)).toEqual(['Slow mode (90 seconds)', 'Followers-only (10 minutes)', 'Emote-only']);
  expect(modeWords({ ...CHAT_MODES_OFF, followersMinutes: 0 })).toEqual(['Followers-only']);
});

it('parses durations in all spellings, and writes them in the largest unit without a fraction', () => {
  expect(['90', '90s', '10M', '2h', '7d', '1w'].map(parseChatDuration)).toEqual([
    90, 90, 600, 7200, 604_800, 604_800,
  ]);
  expect(['', 'ten', '5x', '-1', '1.5h', '99999999'].map(parseChatDuration)).toEqual(Array(6).fill(null));
  expect([1, 90, 3600, 86_400, 1_209_600].map(formatChatDuration)).toEqual([
    '1 second',
    '90 seconds',
    '1 hour',
    '1 day',
    '2 weeks',
  ]);
  expect([12, 119, 121, 7201].map(roundUpWait)).toEqual([12, 119, 180, 10_800]);
});
