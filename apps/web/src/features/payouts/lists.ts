import { PAYOUT_SORTS } from '@tributary/contracts/payouts';
import { Landmark } from 'lucide-react';
import { listOf } from '@/features/payments/index.ts';
import { PAYOUT_BADGES } from './payout-badge.tsx';

export const PAYOUTS = listOf(PAYOUT_SORTS, 'dueDate', PAYOUT_BADGES, Landmark);
