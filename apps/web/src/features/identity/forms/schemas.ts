import { newPassword } from '@tributary/contracts/identity';
import { username } from '@tributary/contracts/shared';
import { z } from 'zod';
import { t } from '@/lib/messages/t.ts';

export const email = z
  .string()
  .trim()
  .min(1, t('identity.field.email'))
  .max(254, t('identity.field.emailLength'))
  .pipe(z.email(t('identity.field.emailForm')));

export const password = z.string().min(1, t('identity.field.password'));

export const login = z.object({ email, password });

export const registration = z.object({
  username: z.string().trim().toLowerCase().min(1, t('identity.field.username')).pipe(username),
  email,
  password: newPassword,
  invitation: z.string().trim().max(100),
});

export const invitedRegistration = registration.extend({
  invitation: z.string().trim().min(1, t('identity.field.invitation')).max(100),
});

export const addressed = z.object({ email });

const sixDigits = (message: string) =>
  z
    .string()
    .transform((text) => text.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, message));

export const mailedCode = z.object({ otp: sixDigits(t('identity.field.code')) });

export const authenticatorCode = z.object({ code: sixDigits(t('identity.field.appCode')) });

export const backupCode = z.object({
  code: z.string().trim().min(1, t('identity.field.backupCode')).max(40),
});

export const chosenPassword = z.object({ newPassword });
