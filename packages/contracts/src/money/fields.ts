/** Fields that the endpoints of money share. */
import { z } from 'zod';

export const MONEY_PAGE_SIZE = 25;

export const amount = z.int().nonnegative().describe('Minor units');
export const currency = z.string().describe('ISO 4217');
export const moment = z.iso.datetime();
export const byId = z.object({ id: z.uuid() });
export const byUsername = z.object({ username: z.string().max(64) });

export const order = z.enum(['asc', 'desc']).default('desc');
