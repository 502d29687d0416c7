/** The commands that users can type after `/`: names, arguments and required powers. */
import {
  type ChatModes,
  type ChatPollRequest,
  type ChatPower,
  parseChatDuration,
} from '@tributary/contracts/chat';
import { t } from '@/lib/messages/t.ts';
import { refusalOf } from '../people/powers.ts';
import { durationInWords } from '../room/duration-words.ts';
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
      usage: t('chat.usage.onPerson', { command }),
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
  texts: { readonly help: string; readonly on: string; readonly off: string },
): [string, Definition] => [
  command,
  room({
    usage: `/${command} [off]`,
    help: texts.help,
    parse([word = 'on']) {
      if (word !== 'on' && word !== 'off') return null;
      return { kind: 'modes', modes: { [mode]: word === 'on' }, done: texts[word] };
    },
  }),
];

const COMMANDS: ReadonlyMap<string, Definition> = new Map<string, Definition>([
  [
    'me',
    {
      usage: t('chat.usage.me'),
      help: t('chat.help.me'),
      power: null,
      parse: (_, text) => (text === '' ? null : { kind: 'send', as: 'action', text }),
    },
  ],
  ['help', { usage: '/help', help: t('chat.help.help'), power: null, parse: () => ({ kind: 'help' }) }],
  [
    'announce',
    room({
      usage: t('chat.usage.announce'),
      help: t('chat.help.announce'),
      parse: (_, text) => (text === '' ? null : { kind: 'send', as: 'announcement', text }),
    }),
  ],
  [
    'pin',
    room({
      usage: t('chat.usage.pin'),
      help: t('chat.help.pin'),
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
      help: t('chat.help.unpin'),
      parse: () => ({ kind: 'unpin' }),
    }),
  ],
  [
    'poll',
    room({
      usage: t('chat.usage.poll'),
      help: t('chat.help.poll'),
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
      help: t('chat.help.clear'),
      parse: () => ({ kind: 'open', tool: 'clear' }),
    }),
  ],
  [
    'timeout',
    people({
      usage: t('chat.usage.timeout'),
      help: t('chat.help.timeout'),
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
      usage: t('chat.usage.ban'),
      help: t('chat.help.ban'),
      parse([word, ...reason]) {
        const username = nameOf(word);
        return username === null ? null : { kind: 'ban', username, seconds: null, reason: reason.join(' ') };
      },
    }),
  ],
  onPerson('unban', t('chat.help.unban')),
  onPerson('appoint', t('chat.help.appoint')),
  onPerson('dismiss', t('chat.help.dismiss')),
  onPerson('vip', t('chat.help.vip')),
  onPerson('unvip', t('chat.help.unvip')),
  onPerson('raid', t('chat.help.raid')),
  ['unraid', raids({ usage: '/unraid', help: t('chat.help.unraid'), parse: () => ({ kind: 'unraid' }) })],
  [
    'slow',
    room({
      usage: '/slow [30s|off]',
      help: t('chat.help.slow'),
      parse([word = `${DEFAULT_SLOW_SECONDS}`]) {
        const slowSeconds = word === 'off' ? 0 : parseChatDuration(word);
        if (slowSeconds === null) return null;
        const done =
          slowSeconds === 0
            ? t('chat.done.slowOff')
            : t('chat.done.slow', { duration: durationInWords(slowSeconds) });
        return { kind: 'modes', modes: { slowSeconds }, done };
      },
    }),
  ],
  [
    'followers',
    room({
      usage: '/followers [10m|off]',
      help: t('chat.help.followers'),
      parse([word = '0']) {
        const seconds = word === 'off' ? null : parseChatDuration(word);
        if (seconds === null && word !== 'off') return null;
        const followersMinutes = seconds === null ? null : Math.ceil(seconds / 60);
        const done = t(followersMinutes === null ? 'chat.done.followersOff' : 'chat.done.followersOn');
        return { kind: 'modes', modes: { followersMinutes }, done };
      },
    }),
  ],
  onMode('subscribers', 'subscribersOnly', {
    help: t('chat.help.subscribers'),
    on: t('chat.done.subscribersOn'),
    off: t('chat.done.subscribersOff'),
  }),
  onMode('emoteonly', 'emoteOnly', {
    help: t('chat.help.emoteOnly'),
    on: t('chat.done.emoteOnlyOn'),
    off: t('chat.done.emoteOnlyOff'),
  }),
  onMode('unique', 'uniqueMessages', {
    help: t('chat.help.unique'),
    on: t('chat.done.uniqueOn'),
    off: t('chat.done.uniqueOff'),
  }),
]);

/** Splits a duration off a text. It needs its unit, since a text may begin with a number. */
function splitDuration(rest: string): { readonly seconds: number | null; readonly text: string } {
  const [, length, text] = /^(\d+[smhdw])(?:\s+(.*))?$/isu.exec(rest) ?? [];
  if (length === undefined) return { seconds: null, text: rest };
  return { seconds: parseChatDuration(length), text: text ?? '' };
}

/** @returns null if the text is a message */
export function parseCommand(text: string, powers: readonly ChatPower[]): ParsedCommand | null {
  const [, name, rest = ''] = /^\/(\S*)\s*(.*)$/su.exec(text) ?? [];
  if (name === undefined) return null;
  const definition = COMMANDS.get(name.toLowerCase());
  if (!definition) return problem(t('chat.command.unknown', { name }));
  const { power } = definition;
  if (power !== null && !powers.includes(power)) return problem(refusalOf(name, power, powers.length > 0));
  const words = rest === '' ? [] : rest.split(/\s+/);
  return definition.parse(words, rest) ?? problem(t('chat.command.writeLike', { usage: definition.usage }));
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
