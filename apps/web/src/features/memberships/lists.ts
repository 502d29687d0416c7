import { SUBSCRIBER_SORTS } from '@tributary/contracts/memberships';
import { Users } from 'lucide-react';
import { listOf } from '@/features/payments/index.ts';
import { SUBSCRIPTION_BADGES } from './subscription-badge.tsx';

export const SUBSCRIBERS = listOf(SUBSCRIBER_SORTS, 'createdAt', SUBSCRIPTION_BADGES, Users);
