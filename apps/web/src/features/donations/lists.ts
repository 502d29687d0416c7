import { DONATION_SORTS } from '@tributary/contracts/donations';
import { Coins } from 'lucide-react';
import { listOf } from '@/features/payments/index.ts';
import { DONATION_BADGES } from './donation-badge.tsx';

export const DONATIONS = { ...listOf(DONATION_SORTS, 'createdAt', DONATION_BADGES, Coins), hasDays: true };
