import { useSyncExternalStore } from 'react';
import { useScript } from '@/lib/browser/use-script.ts';
import { t } from '@/lib/messages/t.ts';

const load = () => import('./tab-bar-links.tsx');
const NARROW = '(width < 48rem)';

function subscribe(onChange: () => void): () => void {
  const narrow = matchMedia(NARROW);
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}

/**
 * The main pages at the bottom of a phone's screen. The bar sticks there and is last on the page, so that it covers
 * neither the footer nor the end of the content. Only phones load its script; the bar keeps its height meanwhile.
 */
export function TabBar() {
  const isPhone = useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
  const Links = useScript(load, isPhone, () => {});
  if (!isPhone) return null;
  return (
    <nav
      aria-label={t('shell.tabs')}
      data-tab-bar=""
      className="sticky bottom-0 z-30 h-[calc(3.5rem+env(safe-area-inset-bottom))] border-line border-t bg-ground pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      {Links && <Links />}
    </nav>
  );
}
