import { PASSWORD_MAX, PASSWORD_MIN, username } from '@tributary/contracts';
import { z } from 'zod';

const email = z
  .string()
  .trim()
  .min(1, 'Enter your email address.')
  .pipe(z.email('Enter an email address like name@example.com.'));

export const login = z.object({
  email,
  password: z.string().min(1, 'Enter your password.'),
});
export type Login = z.infer<typeof login>;

export const registration = z.object({
  username: z.string().trim().toLowerCase().min(1, 'Choose a username.').pipe(username),
  email,
  password: z
    .string()
    .min(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters.`)
    .max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`),
});
export type Registration = z.infer<typeof registration>;
