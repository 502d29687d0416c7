import { EVENT_SORTS } from '@tributary/contracts/events';
import { CalendarDays } from 'lucide-react';
import { listOf } from '@/features/payments/index.ts';
import { EVENT_BADGES } from './event-badge.tsx';

export const EVENTS = listOf(EVENT_SORTS, 'eventDate', EVENT_BADGES, CalendarDays);
