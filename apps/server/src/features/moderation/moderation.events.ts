import { userId } from '@tributary/contracts';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** A person was warned, or has read a warning. */
export const warningsChanged = defineEvent('moderation.warnings_changed', z.object({ userId }));
