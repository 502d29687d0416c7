import { Link } from '@tanstack/react-router';
import { LogIn, Tv, UserPlus, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { memo, useCallback } from 'react';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { ACCOUNT_LINKS } from '../account-links.ts';
import { ThemeMenu } from '../menus/buttons.tsx';
import { INFORMATION, PAGES, useReturnSearch } from '../navigation.ts';

const row =
  'flex h-11 shrink-0 items-center gap-3 rounded-control px-3 font-medium text-base text-ink no-underline hover:bg-surface-2 aria-[current=page]:text-accent';

interface SideMenuPanelProps {
  open: boolean;
  setOpen: (open: boolean) => void;
  /** Called once it has closed, to restore the focus. */
  onClosed: () => void;
}

export default function SideMenuPanel({ open, setOpen, onClosed }: SideMenuPanelProps) {
  const close = useCallback(() => setOpen(false), [setOpen]);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim lg:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
          className="fixed inset-y-0 start-0 z-50 flex w-64 animate-slide-in flex-col gap-1 overflow-y-auto bg-surface-1 p-3 shadow-float data-[state=closed]:animate-slide-out lg:hidden"
        >
          <div className="flex items-center ps-3">
            <Dialog.Title className="me-auto font-display text-lg">{t('shell.menu')}</Dialog.Title>
            <ThemeMenu className="sm:hidden" />
            <Dialog.Close asChild>
              <Button variant="quiet" size="icon" aria-label={t('shell.menu.close')}>
                <X size={20} aria-hidden="true" />
              </Button>
            </Dialog.Close>
          </div>
          <Links onChoose={close} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Memoized, so that closing the menu does not draw all links again. */
const Links = memo(function Links({ onChoose }: { onChoose: () => void }) {
  const session = useSession();
  const back = useReturnSearch();
  return (
    <nav aria-label={t('shell.main')} className="mt-2 flex flex-col gap-0.5">
      {session.user && (
        <>
          {session.user.roles.includes('streamer') && (
            <Link
              to="/streamer/$username"
              params={{ username: session.user.username }}
              onClick={onChoose}
              className={row}
            >
              <Tv size={20} aria-hidden="true" />
              {t('shell.myChannel')}
            </Link>
          )}
          {ACCOUNT_LINKS.map(({ to, label, icon: Icon }) => (
            <Link key={to} to={to} onClick={onChoose} className={row}>
              <Icon size={20} aria-hidden="true" />
              {label}
            </Link>
          ))}
          <hr className="mx-3 my-2 border-line" />
        </>
      )}
      {[...PAGES, ...INFORMATION].map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} onClick={onChoose} className={row}>
          <Icon size={20} aria-hidden="true" />
          {label}
        </Link>
      ))}
      {session.state === 'signed-out' && (
        <>
          <Link to="/login" search={back} className={row}>
            <LogIn size={20} aria-hidden="true" />
            {t('ui.signIn')}
          </Link>
          <Link to="/register" search={back} className={row}>
            <UserPlus size={20} aria-hidden="true" />
            {t('shell.signUp')}
          </Link>
        </>
      )}
    </nav>
  );
});
