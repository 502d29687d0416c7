import { LANGUAGES, type Language, SOURCE_LANGUAGE } from '@tributary/messages/languages';
import { z } from 'zod';
import { written } from '#platform/messages/index.ts';
import type { Notify } from '#platform/notifications/index.ts';

/** The text of a notification, the same for all its recipients of one language, and all delivery channels. */
export const notificationContent = z.object({
  type: z.string(),
  title: z.string(),
  message: z.string(),
  /** A path of the web app. */
  href: z.string().nullable(),
  /** Missing in jobs of earlier versions. */
  language: z.enum(LANGUAGES).default(SOURCE_LANGUAGE),
});
export type NotificationContent = z.infer<typeof notificationContent>;

const TITLE_MAX = 200;
const MESSAGE_MAX = 1000;

/**
 * Writes a notification, and truncates its texts to the limits of the table, since the names and titles in them have
 * limits of their own.
 */
export const contentIn = (
  language: Language,
  { type, title, message, href }: Omit<Notify, 'userId'>,
): NotificationContent => ({
  type,
  title: truncate(written(title, language), TITLE_MAX),
  message: truncate(written(message, language), MESSAGE_MAX),
  href,
  language,
});

function truncate(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}
