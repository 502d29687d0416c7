import { defineErrors } from '#platform/errors.ts';

export const preferencesErrors = defineErrors('preferences', { notification_preference_unknown: 'invalid' });
