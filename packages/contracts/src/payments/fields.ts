/** Fields that the endpoints of money share. */
import { z } from 'zod';
import { PROVIDER_NAME } from './constants.ts';

export const MONEY_PAGE_SIZE = 25;

export const providerName = z.string().regex(PROVIDER_NAME).describe('A payment provider, such as `stripe`');
export const amount = z.int().nonnegative().describe('Minor units');
export const currency = z.string().describe('ISO 4217');
export const moment = z.iso.datetime();
/** A filter of lists. */
export const bookedOn = z.object({
  since: z.iso.date().optional().describe('When it was booked, in UTC'),
  until: z.iso.date().optional().describe('Inclusive'),
});

export const billingCycle = z.enum(['monthly', 'yearly']);
export type BillingCycle = z.infer<typeof billingCycle>;
