import { z } from 'zod';
import { CATEGORIES } from './categories.ts';

export const category = z.enum(CATEGORIES);
export type Category = z.infer<typeof category>;
