import { CHAT_POWERS, type ChatPower } from '@tributary/contracts/chat';
import { expect, it } from 'vitest';
import { commandCompleter, commandsFor, parseCommand } from './commands.ts';
import { complete } from './completion.ts';

it('reads commands with their arguments, by the units and names that people type', () => {
  expect(parseCommand('/me waves to all', [])).toEqual({
    kind: 'send',
    as: 'action',
    text: 'waves to all',
  });
  expect(parseCommand('/timeout @Ada 2h spam again', CHAT_POWERS)).toEqual({
    kind: 'ban',
    username: 'ada',
    seconds: 7200,
    reason: 'spam again',
  });
  expect(parseCommand('/timeout ada', CHAT_POWERS)).toMatchObject({ seconds: 600, reason: '' });
  expect(parseCommand('/ban ada', CHAT_POWERS)).toMatchObject({ seconds: null });
  expect(parseCommand('/MOD @ada', CHAT_POWERS)).toEqual({ kind: 'appoint', username: 'ada' });
  expect(parseCommand('/vip ada', CHAT_POWERS)).toEqual({ kind: 'vip', username: 'ada' });
  expect(parseCommand('/raid @coral', CHAT_POWERS)).toEqual({ kind: 'raid', username: 'coral' });
  expect(parseCommand('/unraid', CHAT_POWERS)).toEqual({ kind: 'unraid' });
  expect(parseCommand('/slow 5', CHAT_POWERS)).toMatchObject({
    modes: { slowSeconds: 5 },
    done: 'Slow mode: 5 seconds',
  });
  expect(parseCommand('/slow off', CHAT_POWERS)).toMatchObject({ modes: { slowSeconds: 0 } });
  expect(parseCommand('/followers 10m', CHAT_POWERS)).toMatchObject({ modes: { followersMinutes: 10 } });
  expect(parseCommand('/followers off', CHAT_POWERS)).toMatchObject({ modes: { followersMinutes: null } });
  expect(parseCommand('/emoteonly off', CHAT_POWERS)).toMatchObject({ modes: { emoteOnly: false } });
  expect(parseCommand('/pin 20m Rules: be kind', CHAT_POWERS)).toEqual({
    kind: 'pin',
    text: 'Rules: be kind',
    seconds: 1200,
  });
  expect(parseCommand('/pin 5 reasons', CHAT_POWERS)).toEqual({
    kind: 'pin',
    text: '5 reasons',
    seconds: null,
  });
  expect(parseCommand('/unpin', CHAT_POWERS)).toEqual({ kind: 'unpin' });
  expect(parseCommand('/poll 45s Tea? | Yes|No', CHAT_POWERS)).toEqual({
    kind: 'poll',
    poll: { question: 'Tea?', options: ['Yes', 'No'], seconds: 45 },
  });
  expect(parseCommand('/poll Tea? | Yes | No | Maybe', CHAT_POWERS)).toMatchObject({
    poll: { seconds: 120 },
  });
  expect(parseCommand('/poll', CHAT_POWERS)).toEqual({ kind: 'open', tool: 'poll' });
  expect(parseCommand('/clear', CHAT_POWERS)).toEqual({ kind: 'open', tool: 'clear' });
  expect(parseCommand('no /command', CHAT_POWERS)).toBeNull();
});

it('explains an unknown command, a malformed one, and one for moderators', () => {
  expect(parseCommand('/dance', CHAT_POWERS)).toEqual({
    kind: 'problem',
    problem: 'There is no command /dance. Type /help for the list.',
  });
  expect(parseCommand('/timeout ada soon', CHAT_POWERS)).toEqual({
    kind: 'problem',
    problem: 'Write it like this: /timeout @name [10m] [reason]',
  });
  for (const text of [
    '/ban',
    '/raid',
    '/slow fast',
    '/unique maybe',
    '/me',
    '/announce ',
    '/pin',
    '/pin 10m',
    '/poll Tea?',
    '/poll Tea? | Yes |',
  ])
    expect(parseCommand(text, CHAT_POWERS)).toMatchObject({ kind: 'problem' });
  expect(parseCommand('/ban ada', [])).toEqual({
    kind: 'problem',
    problem: 'Only moderators can use /ban.',
  });
  expect(parseCommand('/ban ada', ['room'])).toEqual({
    kind: 'problem',
    problem: 'Only the streamer, admins and some of the moderators can use /ban.',
  });
  expect(parseCommand('/mod ada', ['people', 'room', 'raids'])).toMatchObject({
    problem: 'Only the streamer and admins can use /mod.',
  });
});

it('offers all commands that the user may use after a slash, each with its effect', () => {
  const offered = (powers: readonly ChatPower[]) => complete('/', [commandCompleter(powers)])?.options ?? [];
  const streamer = offered(CHAT_POWERS);
  for (const name of ['/me', '/help', '/ban', '/mod', '/raid', '/unique']) {
    expect(streamer.map(({ text }) => text)).toContain(name);
  }
  expect(streamer.filter(({ hint }) => !hint)).toEqual([]);
  const moderator = offered(['people']).map(({ text }) => text);
  expect(moderator).toEqual(['/me', '/help', '/timeout', '/ban', '/unban']);
});

it('offers the commands that the user may use and that begin with the typed letters', () => {
  expect(commandsFor([]).map(({ name }) => name)).toEqual(['me', 'help']);
  expect(
    commandCompleter(CHAT_POWERS)
      .find('/un')
      .map(({ text }) => text),
  ).toEqual(['/unpin', '/unban', '/unmod', '/unvip', '/unraid', '/unique']);
  expect(
    commandCompleter(['room'])
      .find('/un')
      .map(({ text }) => text),
  ).toEqual(['/unpin', '/unique']);
  expect(commandCompleter([]).find('/un')).toEqual([]);
});
