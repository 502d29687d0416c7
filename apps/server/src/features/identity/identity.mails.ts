import { SCREENS } from '@tributary/contracts/shared';
import { LANGUAGES, type Language } from '@tributary/messages/languages';
import { z } from 'zod';
import type { Mail } from '#platform/mail/index.ts';
import { type LocalizedText, localize, offeredLanguage, textIn } from '#platform/messages/index.ts';
import { CONFIRM_WITHIN_DAYS } from './users/unconfirmed-accounts.repo.ts';

/** The recipient of a mail, and the language that it is written in. */
export interface Recipient {
  readonly email: string;
  readonly language: Language;
}

const languages = z.object({
  language: z.enum(LANGUAGES).nullish().catch(null),
  browserLanguage: z.enum(LANGUAGES).nullish().catch(null),
});

/** The recipient of a mail to a user of better-auth. */
export function recipientOf(user: { readonly email: string }): Recipient {
  const { language, browserLanguage } = languages.parse(user);
  return { email: user.email, language: offeredLanguage(language ?? browserLanguage ?? null) };
}

/** The mails of sign-up, sign-in and account changes. */
export function identityMails(instanceName: () => string, publicUrl: string) {
  const resetUrl = (token: string) =>
    `${publicUrl}${SCREENS.resetPassword}?token=${encodeURIComponent(token)}`;
  return {
    confirmAddress: ({ email, language }: Recipient, url: string): Mail => ({
      to: email,
      language,
      purpose: 'confirmation',
      subject: textIn(language, 'mail.confirm.subject', { instance: instanceName() }),
      text: textIn(language, 'mail.confirm.text', {
        instance: instanceName(),
        url,
        days: CONFIRM_WITHIN_DAYS,
      }),
    }),
    /** Sent for a sign-up with the address of an existing account, which the web answers like any other. */
    alreadyRegistered: ({ email, language }: Recipient): Mail => ({
      to: email,
      language,
      purpose: 'confirmation',
      subject: textIn(language, 'mail.registered.subject', { instance: instanceName() }),
      text: textIn(language, 'mail.registered.text', { instance: instanceName(), url: `${publicUrl}/login` }),
    }),
    resetPassword: ({ email, language }: Recipient, token: string): Mail => ({
      to: email,
      language,
      purpose: 'reset',
      subject: textIn(language, 'mail.reset.subject', { instance: instanceName() }),
      text: textIn(language, 'mail.reset.text', {
        instance: instanceName(),
        url: resetUrl(token),
      }),
    }),
    /** An admin helps: the person may not have asked here. */
    resetByAdmin: ({ email, language }: Recipient, token: string): Mail => ({
      to: email,
      language,
      purpose: 'reset',
      subject: textIn(language, 'mail.reset.subject', { instance: instanceName() }),
      text: textIn(language, 'mail.resetByAdmin.text', {
        instance: instanceName(),
        url: resetUrl(token),
        contact: `${publicUrl}/contact`,
      }),
    }),
    signInCode: ({ email, language }: Recipient, code: string): Mail => ({
      to: email,
      language,
      purpose: 'code',
      subject: textIn(language, 'mail.signInCode.subject', { instance: instanceName() }),
      text: textIn(language, 'mail.signInCode.text', { instance: instanceName(), code }),
    }),
    confirmNewAddress: ({ email, language }: Recipient, code: string): Mail => ({
      to: email,
      language,
      purpose: 'confirmation',
      subject: textIn(language, 'mail.newAddress.subject', { instance: instanceName() }),
      text: textIn(language, 'mail.newAddress.text', { instance: instanceName(), code }),
    }),
    /** Reports a change of credentials to the address that the account had before the change. */
    securityNotice: ({ email, language }: Recipient, event: LocalizedText): Mail => ({
      to: email,
      language,
      purpose: 'security',
      subject: textIn(language, 'mail.security.subject', { instance: instanceName() }),
      text: textIn(language, 'mail.security.text', {
        event: localize(event, language),
        recovery: `${publicUrl}${SCREENS.recovery}`,
        contact: `${publicUrl}/contact`,
      }),
    }),
  };
}
