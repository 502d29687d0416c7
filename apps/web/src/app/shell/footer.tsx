import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useInstance, useInstanceName } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Logo } from '@/ui/brand/logo.tsx';
import { Container } from '@/ui/layout.tsx';
import { INFORMATION, PAGES, useReturnSearch } from './navigation.ts';
import { ShareButtons } from './share-buttons.tsx';

/** Accounts choose their language in their preferences. */
const LanguageSelect = lazy(() => import('@/ui/language-select.tsx'));

/** At least 24 px high, for fingers. */
const link = 'py-1 text-muted no-underline hover:text-ink';

export default function Footer() {
  const session = useSession();
  const name = useInstanceName();
  const { tagline, version } = useInstance().data ?? {};
  const back = useReturnSearch();
  return (
    <footer className="mt-24 bg-surface-1">
      <Container className="flex flex-col gap-8 py-10 text-sm">
        <div className="flex items-center gap-2.5">
          <Logo className="size-5" />
          <span dir="auto" className="font-display font-semibold text-base">
            {name}
          </span>
        </div>
        {tagline && (
          <p dir="auto" className="-mt-5 max-w-[68ch] text-muted">
            {tagline}
          </p>
        )}
        <nav aria-label={t('shell.footer')} className="flex flex-wrap gap-x-6 gap-y-1">
          {[...PAGES, ...INFORMATION].map((item) => (
            <Link key={item.to} to={item.to} className={link}>
              {item.label}
            </Link>
          ))}
          {session.state === 'signed-out' && (
            <>
              <Link to="/login" search={back} className={link}>
                {t('ui.signIn')}
              </Link>
              <Link to="/register" search={back} className={link}>
                {t('shell.signUp')}
              </Link>
            </>
          )}
        </nav>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <ShareButtons className="-ms-3" title={name} />
          {session.state === 'signed-out' && (
            <Suspense>
              <LanguageSelect />
            </Suspense>
          )}
          {version && <p className="text-muted text-xs">Tributary {version}</p>}
        </div>
      </Container>
    </footer>
  );
}
