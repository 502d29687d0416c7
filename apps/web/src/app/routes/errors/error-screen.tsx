import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { isLoadFailure, isReplaced } from '@/lib/browser/app-version.ts';
import { t } from '@/lib/messages/t.ts';
import { Mark } from '@/ui/brand/mark.tsx';
import { Button } from '@/ui/button.tsx';

/** Replaces a page that threw; the shell around it keeps working. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (isLoadFailure(error)) return <LoadFailure />;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Notice title={t('app.error.crashed')} text={messageOf(error)}>
      <Button onClick={retry}>{t('app.error.tryAgain')}</Button>
      <Button asChild variant="secondary">
        <Link to="/" onClick={reset}>
          {t('app.error.goHome')}
        </Link>
      </Button>
    </Notice>
  );
}

/** The script of the page did not load, even after the router has reloaded the page once. */
function LoadFailure() {
  const [replaced, setReplaced] = useState<boolean | null>(null);
  useEffect(() => void isReplaced().then(setReplaced), []);
  if (replaced === null) return null;
  return (
    <Notice
      title={replaced ? t('app.error.newVersion') : t('app.error.notLoaded')}
      text={replaced ? t('app.error.reloadToUpdate') : t('app.error.checkConnection')}
    >
      <Button onClick={() => location.reload()}>{t('ui.reload')}</Button>
    </Notice>
  );
}

function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-4 py-24 text-center">
      <Mark className="size-12 text-faint" />
      <h1 className="text-xl">{title}</h1>
      <p className="max-w-[48ch] text-muted">{text}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}
