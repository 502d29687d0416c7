import { z } from 'zod';

/** The text of a notification, the same for all its recipients and delivery channels. */
export const notificationContent = z.object({
  type: z.string(),
  title: z.string(),
  message: z.string(),
  /** A path of the web app. */
  href: z.string().nullable(),
});
export type NotificationContent = z.infer<typeof notificationContent>;

const TITLE_MAX = 200;
const MESSAGE_MAX = 1000;

/** Truncates texts to the limits of the table, since the names and titles in them have limits of their own. */
export const truncateContent = ({
  type,
  title,
  message,
  href,
}: NotificationContent): NotificationContent => ({
  type,
  title: truncate(title, TITLE_MAX),
  message: truncate(message, MESSAGE_MAX),
  href,
});

function truncate(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}
