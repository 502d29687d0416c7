/** Mails the receipt that a guest asked for after the payment, and deletes the address. */
import { z } from 'zod';
import { clearReceiptEmail, findGuestReceipt, type GuestReceipt } from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, work } from '#platform/jobs/index.ts';
import type { Mail, Mailer } from '#platform/mail/index.ts';
import { dayText, localize, localized, offeredLanguage, textIn } from '#platform/messages/index.ts';
import type { Issuer } from './receipt-issuer.ts';

export const mailGuestReceipt = defineJob('money.mail-guest-receipt', z.object({ checkoutId: z.uuid() }));

interface Options {
  readonly db: Database;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly issuer: Issuer;
  readonly publicUrl: string;
  readonly instanceName: () => string;
}

export const guestReceiptMails = ({ db, mailer, issuer, ...instance }: Options): JobRegistration =>
  work(mailGuestReceipt, async ({ checkoutId }) => {
    const receipt = await db.read((reader) => findGuestReceipt(reader, checkoutId));
    if (!receipt) return;
    await mailer.send(receiptMail(receipt, { ...instance, issuedBy: await issuer() }));
    await db.transact((tx) => clearReceiptEmail(tx, checkoutId));
  });

/** The mail contains no text of the guest, since the address may belong to another person. */
function receiptMail(
  {
    email,
    receiptNumber,
    description,
    amountCents,
    currency,
    isTest,
    capturedAt,
    language: stated,
  }: GuestReceipt,
  { issuedBy, publicUrl, instanceName }: Pick<Options, 'publicUrl' | 'instanceName'> & { issuedBy: string },
): Mail {
  const instance = instanceName();
  const language = offeredLanguage(stated);
  const text = localized('mail.receipt.text', {
    description,
    amount: { minor: amountCents, currency },
    isTest: isTest ? 'yes' : 'no',
    number: receiptNumber,
    day: dayText(capturedAt),
    issuer: issuedBy.split('\n').join(', '),
    contact: `${publicUrl}/contact`,
    instance,
  });
  return {
    to: email,
    language,
    purpose: 'receipt',
    subject: textIn(language, 'mail.receipt.subject', { instance }),
    text: localize(text, language),
  };
}
