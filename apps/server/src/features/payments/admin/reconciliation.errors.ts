import { defineErrors } from '#platform/errors.ts';

export const reconciliationErrors = defineErrors('reconciliation', {
  reconciliation_not_found: 'not_found',
  reconciliation_running: 'conflict',
  reconciliation_without_provider: 'conflict',
});
