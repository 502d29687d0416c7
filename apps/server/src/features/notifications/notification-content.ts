import { z } from 'zod';

/** What a notification says, the same for all its recipients and delivery channels. */
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

/** Truncated to the limits of the table, since names and stream titles in it have limits of their own. */
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
