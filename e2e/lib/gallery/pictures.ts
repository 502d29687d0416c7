/** The pictures of the gallery, and their names. */
import { ACCOUNT_HOME, ADMINS, PUBLIC, SIGNED_IN, STREAMERS } from '../screens.ts';

export const LANGUAGES = ['en', 'de', 'ar'] as const;
export const WIDTHS = [390, 768, 1440] as const;
export const THEMES = ['light', 'dark'] as const;

/** The person who looks at a screen: a demo account, a demo channel, or a visitor. */
export type Onlooker = 'visitor' | 'viewer' | 'creator' | 'admin';

export interface Subject {
  readonly name: string;
  readonly path: string;
  readonly onlooker: Onlooker;
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** The first part of a file's name: `/dashboard/admin/health` is `admin-health`. */
export function nameOf(path: string): string {
  const [place = '', query = ''] = path.split('?');
  const words = place
    .replace(/^\/dashboard\//, '/')
    .replace(new RegExp(ID, 'g'), 'one')
    .replaceAll('coral', 'channel')
    .split('/');
  // The names of parameters tell screens at the same place apart, and their values are long.
  words.push(...new URLSearchParams(query).keys());
  return words.filter((word) => word !== '').join('-') || 'home';
}

const NEVER = '019a0000-0000-7000-8000-000000000000';
/** Pages of which the other lists have one state: their tabs, results of a search, and the studio of a live channel. */
const STATES: readonly (readonly [path: string, onlooker: Onlooker])[] = [
  ...['schedule', 'events', 'tiers', 'videos', 'clips'].map(
    (tab) => [`/s/coral/live?tab=${tab}`, 'visitor'] as const,
  ),
  ...['videos', 'clips', 'schedule', 'about'].map(
    (tab) => [`/streamer/coral?tab=${tab}`, 'visitor'] as const,
  ),
  [`/stream/${NEVER}`, 'visitor'],
  [`/embed/stream/${NEVER}`, 'visitor'],
  ['/discover?q=lantern', 'visitor'],
  ['/login?step=code', 'visitor'],
  ['/reset-password?token=x', 'visitor'],
  [`/stream/${NEVER}`, 'viewer'],
  ['/pro-studio', 'creator'],
  ['/chat/coral', 'creator'],
];

/** The name of a state has the value of its parameter as well, or its onlooker. */
const nameOfState = (path: string, onlooker: Onlooker): string =>
  [nameOf(path), ...new URL(path, 'http://a').searchParams.values(), onlooker !== 'visitor' && onlooker]
    .filter((part) => part !== false)
    .join('-');

/** Demo channels have what their creators see, and only admins see their pages with content. */
export const SUBJECTS: readonly Subject[] = [
  ...PUBLIC.map(({ path }) => ({ name: nameOf(path), path, onlooker: 'visitor' as const })),
  { name: 'home-account', path: ACCOUNT_HOME.path, onlooker: 'viewer' },
  ...SIGNED_IN.map(({ path }) => ({ name: nameOf(path), path, onlooker: 'viewer' as const })),
  ...STREAMERS.map(({ path }) => ({ name: nameOf(path), path, onlooker: 'creator' as const })),
  ...ADMINS.map(({ path }) => ({ name: nameOf(path), path, onlooker: 'admin' as const })),
  ...STATES.map(([path, onlooker]) => ({ name: nameOfState(path, onlooker), path, onlooker })),
];

export const fileName = (name: string, width: number, theme: string, language: string): string =>
  `${name}.${width}.${theme}.${language}.png`;

/** The part of `all` that was asked for, or all of it. @throws Error for a word that is not in it */
export function choose<T extends string | number>(all: readonly T[], asked: readonly string[] = []): T[] {
  const unknown = asked.find((word) => !all.some((one) => String(one) === word));
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${all.join(', ')}.`);
  return all.filter((one) => asked.length === 0 || asked.includes(String(one)));
}

/** The screens whose name is `asked`, or begins with it: `admin` is all of the admin dashboard. */
export function chooseSubjects(asked: readonly string[] = []): Subject[] {
  const isAsked = ({ name }: Subject, word: string) => name === word || name.startsWith(`${word}-`);
  const unknown = asked.find((word) => !SUBJECTS.some((subject) => isAsked(subject, word)));
  if (unknown !== undefined) {
    throw new Error(
      `No screen is called ${unknown}. There are ${SUBJECTS.map(({ name }) => name).join(', ')}.`,
    );
  }
  return SUBJECTS.filter((subject) => asked.length === 0 || asked.some((word) => isAsked(subject, word)));
}
