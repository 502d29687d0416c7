import { SCREENS } from '@tributary/contracts/shared';
import type { Mail } from '#platform/mail/index.ts';
import { CONFIRM_WITHIN_DAYS } from './users/unconfirmed-accounts.repo.ts';

/** The mails of sign-up, sign-in and account changes. */
export function identityMails(instanceName: string, publicUrl: string) {
  return {
    confirmAddress: (to: string, url: string): Mail => ({
      to,
      purpose: 'confirmation',
      subject: `Confirm your email address for ${instanceName}`,
      text: `Welcome to ${instanceName}.\n\nOpen this link within a day to confirm your email address:\n\n${url}\n\nIf you did not sign up, ignore this email. The account stays inactive and is deleted after ${CONFIRM_WITHIN_DAYS} days.\n`,
    }),
    /** Sent for a sign-up with the address of an existing account, which the web answers like any other. */
    alreadyRegistered: (to: string): Mail => ({
      to,
      purpose: 'confirmation',
      subject: `You already have an account on ${instanceName}`,
      text: `Somebody, probably you, tried to sign up on ${instanceName} with this email address, which already has an account.\n\nSign in here, or choose a new password if you don’t know yours:\n\n${publicUrl}/login\n\nIf it wasn’t you, ignore this email. Nothing has changed.\n`,
    }),
    resetPassword: (to: string, token: string): Mail => ({
      to,
      purpose: 'reset',
      subject: `Reset your ${instanceName} password`,
      text: `Somebody, probably you, asked to reset your password on ${instanceName}.\n\nOpen this link within an hour to choose a new password. You will be signed out everywhere:\n\n${publicUrl}${SCREENS.resetPassword}?token=${encodeURIComponent(token)}\n\nIf it wasn’t you, ignore this email. Your password stays the same.\n`,
    }),
    signInCode: (to: string, code: string): Mail => ({
      to,
      purpose: 'code',
      subject: `Your ${instanceName} sign-in code`,
      text: `Your code to sign in to ${instanceName}:\n\n${code}\n\nIt works once and expires in ten minutes. Nobody from ${instanceName} will ever ask you for it.\n\nIf you didn’t request it, ignore this email.\n`,
    }),
    confirmNewAddress: (to: string, code: string): Mail => ({
      to,
      purpose: 'confirmation',
      subject: `Confirm your new ${instanceName} email address`,
      text: `Enter this code within ten minutes to use this email address for your ${instanceName} account:\n\n${code}\n\nIf you didn’t request it, ignore this email.\n`,
    }),
    /** Reports a change of credentials to the address that the account had before the change. */
    securityNotice: (to: string, event: string): Mail => ({
      to,
      purpose: 'security',
      subject: `Your ${instanceName} account was changed`,
      text: `${event}\n\nIf this was you, there is nothing to do. If it wasn’t, somebody else can use your account. Make sure that nobody else can read your email, then reset your password, which signs out all devices:\n\n${publicUrl}${SCREENS.recovery}\n\nIf you can’t, ask the operator for help:\n\n${publicUrl}/contact\n`,
    }),
  };
}
