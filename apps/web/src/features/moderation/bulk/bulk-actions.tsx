import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import type { RowSelection } from '@/ui/tables/row-selection.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import type { BulkTarget } from './run-for-each.ts';

/** An action on all selected rows, which an admin confirms once. */
export interface BulkAction<Target extends BulkTarget> {
  label: string;
  icon: LucideIcon;
  danger?: boolean;
  /** The consequences for each of the rows. */
  effect: string;
  /** Asks for a reason; the text is the field's hint. */
  reason?: string;
  /** Further fields, shown first. */
  more?: ReactNode;
  run: (target: Target, reason: string) => Promise<unknown>;
}

interface BulkActionsProps<Target extends BulkTarget> {
  targets: readonly Target[];
  selection: RowSelection;
  actions: readonly BulkAction<Target>[];
}

/** The actions on the selected rows. The bar stays at the bottom of the window while the table is longer. */
export function BulkActions<Target extends BulkTarget>({
  targets,
  selection,
  actions,
}: BulkActionsProps<Target>) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [started, setStarted] = useState<readonly Target[]>([]);
  const action = actions.find(({ label }) => label === chosen) ?? null;
  return (
    <>
      {targets.length > 0 && (
        <section
          aria-label={t('moderation.bulk.selection')}
          className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-media bg-surface-3 p-2 ps-4 shadow-float"
        >
          <p role="status" className="me-auto font-medium text-sm tabular-nums">
            {t('moderation.bulk.selected', { count: targets.length })}
          </p>
          {actions.map(({ label, icon: Icon, danger = false }) => (
            <Button
              key={label}
              size="sm"
              variant={danger ? 'danger' : 'secondary'}
              onClick={() => {
                setStarted(targets);
                setChosen(label);
              }}
            >
              <Icon size={16} aria-hidden="true" />
              {label}
            </Button>
          ))}
          <Button size="sm" variant="quiet" onClick={selection.clear}>
            {t('moderation.bulk.clear')}
          </Button>
        </section>
      )}
      <BulkDialog
        action={action}
        targets={started}
        onClose={() => setChosen(null)}
        onDone={selection.clear}
      />
    </>
  );
}
