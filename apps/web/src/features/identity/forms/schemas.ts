import { newPassword } from '@tributary/contracts/identity';
import { username } from '@tributary/contracts/shared';
import { z } from 'zod';

export const email = z
  .string()
  .trim()
  .min(1, 'Enter your email address.')
  .max(254, 'Use at most 254 characters.')
  .pipe(z.email('Enter an email address like name@example.com.'));

export const password = z.string().min(1, 'Enter your password.');

export const login = z.object({ email, password });

export const registration = z.object({
  username: z.string().trim().toLowerCase().min(1, 'Choose a username.').pipe(username),
  email,
  password: newPassword,
});

export const addressed = z.object({ email });

const sixDigits = (message: string) =>
  z
    .string()
    .transform((text) => text.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, message));

export const mailedCode = z.object({ otp: sixDigits('Enter the six-digit code.') });

export const authenticatorCode = z.object({ code: sixDigits('Enter the six-digit code from the app.') });

export const backupCode = z.object({
  code: z.string().trim().min(1, 'Enter one of your backup codes.').max(40),
});

export const chosenPassword = z.object({ newPassword });
