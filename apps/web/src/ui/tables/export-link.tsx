import { Download } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '../button.tsx';

interface ExportLinkProps {
  path: string;
  /** The list's filters and order. */
  filter: Readonly<Record<string, string | undefined>>;
}

/** Exports all pages of a list as CSV. */
export function ExportLink({ path, filter }: ExportLinkProps) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  return (
    <Button asChild variant="secondary" size="sm">
      <a href={query.size > 0 ? `${path}?${query}` : path} download>
        <Download size={16} aria-hidden="true" />
        {t('ui.export')}
      </a>
    </Button>
  );
}
