import { CHAT_MODES_OFF, type ChatModes } from '@tributary/contracts/chat';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { checkAuthor, checkEarlier, isEmoteOnly } from './modes.ts';

const OFF = { ...CHAT_MODES_OFF, filters: [] };
const on = (modes: Partial<ChatModes>) => ({ ...OFF, ...modes });
const written = (text: string, emotes: readonly { name: string }[] = []) => ({ text, emotes });
const stranger = { followsForMs: null, isSubscriber: false };

describe('the modes of a chat', () => {
  it('let every viewer write when none is on', () => {
    checkAuthor(CHAT_MODES_OFF, stranger, written('hello'));
    checkEarlier(OFF, { ownAgesMs: [0], isRepeated: true });
  });

  it('say how long the author waits until their next message in slow mode', () => {
    const slow = on({ slowSeconds: 30 });
    expect(() => checkEarlier(slow, { ownAgesMs: [18_500], isRepeated: false })).toThrow(
      'Slow mode: wait 12 seconds.',
    );
    checkEarlier(slow, { ownAgesMs: [30_000], isRepeated: false });
    checkEarlier(slow, { ownAgesMs: [], isRepeated: false });
  });

  it('stop an author who sends five messages in ten seconds if floods are filtered', () => {
    const earlier = { ownAgesMs: [500, 1000, 2000, 3000, 4500], isRepeated: false };
    const flood = { ...CHAT_MODES_OFF, filters: ['flood' as const] };
    expect(() => checkEarlier(flood, earlier)).toThrow('Too many messages at once: wait 6 seconds.');
    checkEarlier(flood, { ...earlier, ownAgesMs: [500, 1000, 2000, 3000, 10_000] });
    checkEarlier(OFF, earlier);
  });

  it('require people to follow for a while, say how long that still takes, and let subscribers in', () => {
    const followers = on({ followersMinutes: 10 });
    const say = (followsForMs: number | null, isSubscriber = false) =>
      checkAuthor(followers, { followsForMs, isSubscriber }, written('hello'));
    expect(() => say(null)).toThrow('Followers-only mode: follow the channel, and chat after 10 minutes.');
    expect(() => say(MINUTE_MS)).toThrow('Followers-only mode: wait 9 minutes.');
    say(10 * MINUTE_MS);
    say(null, true);
    expect(() => checkAuthor(on({ followersMinutes: 0 }), stranger, written('hello'))).toThrow(
      'Followers-only mode: follow the channel to chat.',
    );
  });

  it('refuse people who do not subscribe, words in emote-only mode, and repeated texts in unique-messages mode', () => {
    expect(() => checkAuthor(on({ subscribersOnly: true }), stranger, written('hello'))).toThrow(
      /Only subscribers/,
    );
    expect(() => checkAuthor(on({ emoteOnly: true }), stranger, written('nice 🎉'))).toThrow(
      /Emote-only mode/,
    );
    checkAuthor(on({ emoteOnly: true }), stranger, written('🎉🎉 👩🏽‍🚀'));
    const unique = on({ uniqueMessages: true });
    expect(() => checkEarlier(unique, { ownAgesMs: [], isRepeated: true })).toThrow(/Unique-messages mode/);
  });
});

it('treat emoji and the emotes of the message as emotes, and digits and other codes as text', () => {
  const emotes = [{ name: 'wave' }];
  const texts = ['😀 :wave:', ':wave::wave:😀', ':wave:', '1', ':other:', ':wave: hi', '😀hello'];
  expect(texts.map((text) => isEmoteOnly({ text, emotes }))).toEqual([
    ...[true, true, true],
    ...[false, false, false, false],
  ]);
});
