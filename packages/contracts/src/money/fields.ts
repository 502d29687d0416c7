/** Fields that the endpoints of money share. */
import { z } from 'zod';

export const MONEY_PAGE_SIZE = 25;

export const amount = z.int().nonnegative().describe('Minor units');
export const currency = z.string().describe('ISO 4217');
export const moment = z.iso.datetime();
