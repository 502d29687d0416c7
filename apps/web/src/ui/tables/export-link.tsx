import { Download } from 'lucide-react';
import { Button } from '../button.tsx';

interface ExportLinkProps {
  path: string;
  /** What the list is narrowed down to, and its order. */
  filter: Readonly<Record<string, string | undefined>>;
}

/** Takes what a list shows, all pages of it, to a spreadsheet. */
export function ExportLink({ path, filter }: ExportLinkProps) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  return (
    <Button asChild variant="secondary" size="sm">
      <a href={query.size > 0 ? `${path}?${query}` : path} download>
        <Download size={16} aria-hidden="true" />
        Export
      </a>
    </Button>
  );
}
