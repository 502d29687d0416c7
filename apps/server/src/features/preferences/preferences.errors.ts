import { AppError } from '#platform/errors.ts';

export const unknownPreference = (key: string, known: readonly string[]): AppError =>
  new AppError(
    'notification_preference_unknown',
    'invalid',
    `“${key}” is not a notification preference. Use one of ${known.join(', ')}.`,
  );
