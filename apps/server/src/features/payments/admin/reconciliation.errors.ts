import { defineErrors } from '#platform/errors.ts';

export const reconciliationErrors = defineErrors({
  reconciliation_not_found: ['not_found', 'There is no such report.'],
  reconciliation_running: [
    'conflict',
    'A report on this payment provider is being made. Wait until it is complete.',
  ],
  reconciliation_without_provider: [
    'conflict',
    'This payment provider is not set up, so its payments cannot be listed.',
  ],
});
