/** The actions of admins on several reported cases at once. Decisions against people are made one by one. */
import type { ReportCase } from '@tributary/contracts/moderation';
import { Check } from 'lucide-react';
import { call } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import type { RowSelection } from '@/ui/tables/row-selection.ts';
import { BulkActions } from './bulk-actions.tsx';

interface ReportsBulkProps {
  reports: readonly ReportCase[];
  selection: RowSelection;
}

export function ReportsBulk({ reports, selection }: ReportsBulkProps) {
  const targets = reports
    .filter(({ id }) => selection.selected.has(id))
    .map(({ id, title, reasons }) => ({ id, name: title, reason: reasons[0] ?? 'other' }));
  return (
    <BulkActions
      targets={targets}
      selection={selection}
      actions={[
        {
          label: t('moderation.decide.dismiss'),
          icon: Check,
          effect: t('moderation.decide.nothing'),
          reason: t('moderation.decide.reasonDismissed'),
          run: ({ id, reason }, message) =>
            call('PUT /api/admin/reports/:id/decision', {
              params: { id },
              body: { outcome: 'dismissed', reason, message, days: null },
            }),
        },
      ]}
    />
  );
}
