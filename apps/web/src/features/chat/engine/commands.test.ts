import { expect, it } from 'vitest';
import { commandCompleter, commandsFor, parseCommand } from './commands.ts';

it('reads commands with their arguments, by the units and names that people type', () => {
  expect(parseCommand('/me waves to all', false)).toEqual({
    kind: 'send',
    as: 'action',
    text: 'waves to all',
  });
  expect(parseCommand('/timeout @Ada 2h spam again', true)).toEqual({
    ...{ kind: 'ban', username: 'ada', seconds: 7200, reason: 'spam again' },
  });
  expect(parseCommand('/timeout ada', true)).toMatchObject({ seconds: 600, reason: '' });
  expect(parseCommand('/ban ada', true)).toMatchObject({ seconds: null });
  expect(parseCommand('/MOD @ada', true)).toEqual({ kind: 'appoint', username: 'ada' });
  expect(parseCommand('/vip ada', true)).toEqual({ kind: 'vip', username: 'ada' });
  expect(parseCommand('/raid @coral', true)).toEqual({ kind: 'raid', username: 'coral' });
  expect(parseCommand('/unraid', true)).toEqual({ kind: 'unraid' });
  expect(parseCommand('/slow 5', true)).toMatchObject({
    modes: { slowSeconds: 5 },
    done: 'Slow mode: 5 seconds',
  });
  expect(parseCommand('/slow off', true)).toMatchObject({ modes: { slowSeconds: 0 } });
  expect(parseCommand('/followers 10m', true)).toMatchObject({ modes: { followersMinutes: 10 } });
  expect(parseCommand('/followers off', true)).toMatchObject({ modes: { followersMinutes: null } });
  expect(parseCommand('/emoteonly off', true)).toMatchObject({ modes: { emoteOnly: false } });
  expect(parseCommand('/pin 20m Rules: be kind', true)).toEqual({
    ...{ kind: 'pin', text: 'Rules: be kind', seconds: 1200 },
  });
  expect(parseCommand('/pin 5 reasons', true)).toEqual({ kind: 'pin', text: '5 reasons', seconds: null });
  expect(parseCommand('/unpin', true)).toEqual({ kind: 'unpin' });
  expect(parseCommand('/poll 45s Tea? | Yes|No', true)).toEqual({
    ...{ kind: 'poll', poll: { question: 'Tea?', options: ['Yes', 'No'], seconds: 45 } },
  });
  expect(parseCommand('/poll Tea? | Yes | No | Maybe', true)).toMatchObject({ poll: { seconds: 120 } });
  expect(parseCommand('/poll', true)).toEqual({ kind: 'open', tool: 'poll' });
  expect(parseCommand('/clear', true)).toEqual({ kind: 'open', tool: 'clear' });
  expect(parseCommand('no /command', true)).toBeNull();
});

it('says what is wrong with a command that it does not know, that is malformed, or that is for moderators', () => {
  expect(parseCommand('/dance', true)).toEqual({
    kind: 'problem',
    problem: 'There is no command /dance. Type /help for the list.',
  });
  expect(parseCommand('/timeout ada soon', true)).toEqual({
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
    expect(parseCommand(text, true)).toMatchObject({ kind: 'problem' });
  expect(parseCommand('/ban ada', false)).toEqual({
    kind: 'problem',
    problem: 'Only moderators can use /ban.',
  });
});

it('offers the commands that somebody may use, as far as they are typed', () => {
  expect(commandsFor(false).map(({ name }) => name)).toEqual(['me', 'help']);
  expect(
    commandCompleter(true)
      .find('/un')
      .map(({ text }) => text),
  ).toEqual(['/unpin', '/unban', '/unmod', '/unvip', '/unraid', '/unique']);
  expect(commandCompleter(false).find('/un')).toEqual([]);
});
