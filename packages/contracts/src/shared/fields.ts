/** Fields that several features share. */
import { z } from 'zod';
import { APPEAL_TEXT_MAX } from './appeals.ts';
import { CATEGORIES } from './categories.ts';
import { cleanLine, cleanLines } from './clean-text.ts';
import { STREAM_LANGUAGES } from './stream-languages.ts';

/** Ids are UUIDv7, branded so that one kind cannot be passed for another. */
export const userId = z.uuid().brand<'UserId'>();
export type UserId = z.infer<typeof userId>;

export const streamId = z.uuid().brand<'StreamId'>();
export type StreamId = z.infer<typeof streamId>;

export const role = z.enum(['viewer', 'streamer', 'admin']);
export type Role = z.infer<typeof role>;

const atMost = (max: number) => `Use at most ${max.toLocaleString('en')} characters.`;

/** A line of text that people write and others see. */
export const textLine = (max: number) => z.string().overwrite(cleanLine).max(max, atMost(max));

/** Lines of text that people write and others see. */
export const textLines = (max: number) => z.string().overwrite(cleanLines).max(max, atMost(max));

/** A handle in URLs: /streamer/{username}. Stored in lower case. */
export const username = z.string('Choose a username.').regex(/^[a-z0-9](?:[a-z0-9_-]{0,28}[a-z0-9])?$/, {
  error: 'Use 1 to 30 letters, digits, hyphens or underscores. Start and end with a letter or digit.',
});

export const slug = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

export const category = z.enum(CATEGORIES);
export type Category = z.infer<typeof category>;

/** The language that is spoken on a stream, or that its text is in. */
export const streamLanguage = z.enum(STREAM_LANGUAGES);

export const appealText = textLines(APPEAL_TEXT_MAX).min(10, 'Use at least 10 characters.');

/** The reason of an admin's action, which the audit log keeps. */
export const adminReason = z
  .string('Enter a reason.')
  .overwrite(cleanLines)
  .min(3, 'Use at least 3 characters.')
  .max(500, 'Use at most 500 characters.');
