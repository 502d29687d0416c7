/** What is told, whoever is told it. */
import { NOTIFICATION_TYPES } from '@tributary/contracts';
import { z } from 'zod';

export const news = z.object({
  type: z.enum(NOTIFICATION_TYPES),
  /** What has happened, short: `Ada is live`. */
  title: z.string(),
  /** The rest of it; may be empty. */
  message: z.string(),
  /** A path of the web app. */
  href: z.string().nullable(),
});
export type News = z.infer<typeof news>;

const TITLE_MAX = 200;
const MESSAGE_MAX = 1000;

/** Names and titles have their own limits, which may change; a notification must not fail for it. */
export const fitted = ({ type, title, message, href }: News): News => ({
  type,
  title: cut(title, TITLE_MAX),
  message: cut(message, MESSAGE_MAX),
  href,
});

function cut(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}
