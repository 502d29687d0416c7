/** The commands that users can type after `/`: names, arguments and required powers. */
import {
  type ChatModes,
  type ChatPollRequest,
  type ChatPower,
  formatChatDuration,
  parseChatDuration,
} from '@tributary/contracts/chat';
import { rolesWith } from '../people/powers.ts';
import type { Completer } from './completion.ts';

/** A parsed command. */
export type Command =
  | { readonly kind: 'send'; readonly as: 'action' | 'announcement'; readonly text: string }
  | { readonly kind: 'modes'; readonly modes: Partial<ChatModes>; readonly done: string }
  | {
      readonly kind: 'ban';
      readonly username: string;
      readonly seconds: number | null;
      readonly reason: string;
    }
  | { readonly kind: 'unban' | 'appoint' | 'dismiss' | 'vip' | 'unvip'; readonly username: string }
  | { readonly kind: 'raid'; readonly username: string }
  | { readonly kind: 'pin'; readonly text: string; readonly seconds: number | null }
  | { readonly kind: 'unpin' }
  | { readonly kind: 'poll'; readonly poll: ChatPollRequest }
  | { readonly kind: 'unraid' }
  | { readonly kind: 'open'; readonly tool: ModeratorTool }
  | { readonly kind: 'help' };

/** A moderator's action that opens a dialog. */
export type ModeratorTool = 'clear' | 'poll' | 'raid';

/** A command, or the reason why the text is not a valid one. */
export type ParsedCommand = Command | { readonly kind: 'problem'; readonly problem: string };

interface Definition {
  readonly usage: string;
  readonly help: string;
  /** The required power; null: none. */
  readonly power: ChatPower | null;
  /** Null if the arguments are wrong. */
  parse(words: readonly string[], rest: string): Command | null;
}

const DEFAULT_TIMEOUT_SECONDS = 600;
const DEFAULT_SLOW_SECONDS = 30;
export const DEFAULT_POLL_SECONDS = 120;

/** Adds a required power to definitions. */
const needing =
  (power: ChatPower) =>
  (definition: Omit<Definition, 'power'>): Definition => ({ ...definition, power });
const room = needing('room');
const people = needing('people');
const raids = needing('raids');

const nameOf = (word: string | undefined): string | null => word?.replace(/^@/, '').toLowerCase() || null;

const ON_PEOPLE = {
  unban: ['unban', 'people'],
  appoint: ['mod', 'appointments'],
  dismiss: ['unmod', 'appointments'],
  vip: ['vip', 'appointments'],
  unvip: ['unvip', 'appointments'],
  raid: ['raid', 'raids'],
} as const;

const onPerson = (kind: keyof typeof ON_PEOPLE, help: string): [string, Definition] => {
  const [command, power] = ON_PEOPLE[kind];
  return [
    command,
    needing(power)({
      usage: `/${command} @name`,
      help,
      parse([word]) {
        const username = nameOf(word);
        return username === null ? null : { kind, username };
      },
    }),
  ];
};

const onMode = (
  command: string,
  mode: 'subscribersOnly' | 'emoteOnly' | 'uniqueMessages',
  what: string,
): [string, Definition] => [
  command,
  room({
    usage: `/${command} [off]`,
    help: `Turns ${what} mode on or off`,
    parse([word = 'on']) {
      if (word !== 'on' && word !== 'off') return null;
      return { kind: 'modes', modes: { [mode]: word === 'on' }, done: `${capitalize(what)} mode is ${word}` };
    },
  }),
];

const COMMANDS: ReadonlyMap<string, Definition> = new Map<string, Definition>([
  [
    'me',
    {
      usage: '/me does something',
      help: 'Says what you do',
      power: null,
      parse: (_, text) => (text === '' ? null : { kind: 'send', as: 'action', text }),
    },
  ],
  ['help', { usage: '/help', help: 'Lists the commands', power: null, parse: () => ({ kind: 'help' }) }],
  [
    'announce',
    room({
      usage: '/announce message',
      help: 'Sends a message that stands out',
      parse: (_, text) => (text === '' ? null : { kind: 'send', as: 'announcement', text }),
    }),
  ],
  [
    'pin',
    room({
      usage: '/pin [10m] message',
      help: 'Announces a message, and keeps it above the chat',
      parse(_, rest) {
        const { seconds, text } = splitDuration(rest);
        return text === '' ? null : { kind: 'pin', text, seconds };
      },
    }),
  ],
  [
    'unpin',
    room({
      usage: '/unpin',
      help: 'Takes the pinned message away',
      parse: () => ({ kind: 'unpin' }),
    }),
  ],
  [
    'poll',
    room({
      usage: '/poll [2m] Question? | Option | Option',
      help: 'Asks everybody, with a form where you write nothing else',
      parse(_, rest) {
        if (rest === '') return { kind: 'open', tool: 'poll' };
        const { seconds, text } = splitDuration(rest);
        const [question = '', ...options] = text.split('|').map((part) => part.trim());
        if ([question, ...options].includes('') || options.length < 2) return null;
        return { kind: 'poll', poll: { question, options, seconds: seconds ?? DEFAULT_POLL_SECONDS } };
      },
    }),
  ],
  [
    'clear',
    room({
      usage: '/clear',
      help: 'Deletes all messages, once you confirm it',
      parse: () => ({ kind: 'open', tool: 'clear' }),
    }),
  ],
  [
    'timeout',
    people({
      usage: '/timeout @name [10m] [reason]',
      help: 'Bans somebody for a while, 10 minutes by default',
      parse([word, length, ...reason]) {
        const username = nameOf(word);
        const seconds = length === undefined ? DEFAULT_TIMEOUT_SECONDS : parseChatDuration(length);
        return username && seconds ? { kind: 'ban', username, seconds, reason: reason.join(' ') } : null;
      },
    }),
  ],
  [
    'ban',
    people({
      usage: '/ban @name [reason]',
      help: 'Bans somebody permanently',
      parse([word, ...reason]) {
        const username = nameOf(word);
        return username === null ? null : { kind: 'ban', username, seconds: null, reason: reason.join(' ') };
      },
    }),
  ],
  onPerson('unban', 'Lets somebody write again'),
  onPerson('appoint', 'Makes somebody a moderator'),
  onPerson('dismiss', 'Removes a moderator'),
  onPerson('vip', 'Lets somebody write without waiting, following or subscribing'),
  onPerson('unvip', 'Removes a VIP'),
  onPerson('raid', 'Moves your viewers to another live channel after a minute'),
  ['unraid', raids({ usage: '/unraid', help: 'Cancels the raid', parse: () => ({ kind: 'unraid' }) })],
  [
    'slow',
    room({
      usage: '/slow [30s|off]',
      help: 'Sets how long people wait between two messages',
      parse([word = `${DEFAULT_SLOW_SECONDS}`]) {
        const slowSeconds = word === 'off' ? 0 : parseChatDuration(word);
        if (slowSeconds === null) return null;
        const done = slowSeconds === 0 ? 'Slow mode is off' : `Slow mode: ${formatChatDuration(slowSeconds)}`;
        return { kind: 'modes', modes: { slowSeconds }, done };
      },
    }),
  ],
  [
    'followers',
    room({
      usage: '/followers [10m|off]',
      help: 'Lets only those write who have followed for a while',
      parse([word = '0']) {
        const seconds = word === 'off' ? null : parseChatDuration(word);
        if (seconds === null && word !== 'off') return null;
        const followersMinutes = seconds === null ? null : Math.ceil(seconds / 60);
        const done = `Followers-only mode is ${followersMinutes === null ? 'off' : 'on'}`;
        return { kind: 'modes', modes: { followersMinutes }, done };
      },
    }),
  ],
  onMode('subscribers', 'subscribersOnly', 'subscribers-only'),
  onMode('emoteonly', 'emoteOnly', 'emote-only'),
  onMode('unique', 'uniqueMessages', 'unique-messages'),
]);

/** Splits a duration off a text. It needs its unit, since a text may begin with a number. */
function splitDuration(rest: string): { readonly seconds: number | null; readonly text: string } {
  const [, length, text] = /^(\d+[smhdw])(?:\s+(.*))?$/isu.exec(rest) ?? [];
  if (length === undefined) return { seconds: null, text: rest };
  return { seconds: parseChatDuration(length), text: text ?? '' };
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** @returns null if the text is a message */
export function parseCommand(text: string, powers: readonly ChatPower[]): ParsedCommand | null {
  const [, name, rest = ''] = /^\/(\S*)\s*(.*)$/su.exec(text) ?? [];
  if (name === undefined) return null;
  const definition = COMMANDS.get(name.toLowerCase());
  if (!definition) return problem(`There is no command /${name}. Type /help for the list.`);
  const { power } = definition;
  if (power !== null && !powers.includes(power))
    return problem(`${rolesWith(power, powers.length > 0)} can use /${name}.`);
  const words = rest === '' ? [] : rest.split(/\s+/);
  return definition.parse(words, rest) ?? problem(`Write it like this: ${definition.usage}`);
}

const problem = (sentence: string): ParsedCommand => ({ kind: 'problem', problem: sentence });

/** The commands that a user with these powers may use, with their effects. */
export const commandsFor = (powers: readonly ChatPower[]): { name: string; usage: string; help: string }[] =>
  [...COMMANDS]
    .filter(([, { power }]) => power === null || powers.includes(power))
    .map(([name, { usage, help }]) => ({ name, usage, help }));

/** Completes `/` at the beginning of the text, to every command that the user may use. */
export const commandCompleter = (powers: readonly ChatPower[]): Completer => ({
  pattern: /^(\/[a-z]*)$/i,
  find: (typed) =>
    commandsFor(powers)
      .filter(({ name }) => name.startsWith(typed.slice(1).toLowerCase()))
      .map(({ name, usage, help }) => ({ text: `/${name}`, label: usage, hint: help })),
});
