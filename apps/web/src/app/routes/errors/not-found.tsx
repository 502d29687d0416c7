import { Link } from '@tanstack/react-router';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';

export function NotFound() {
  useDocumentTitle('404');
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-24 text-center">
      <h1 className="text-display text-faint tabular-nums">404</h1>
      <p className="text-lg">{t('app.error.notFound')}</p>
      <Button asChild variant="secondary">
        <Link to="/">{t('app.error.returnHome')}</Link>
      </Button>
    </div>
  );
}
