import type { QueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { setPlayback } from '@/lib/playback.ts';
import { session } from '@/lib/session.ts';
import { keepTheme, onThemeChosen } from '@/lib/theme.ts';
import { whenIdle } from '@/lib/when-idle.ts';

/**
 * Brings theme and playback as an account has them into this browser once somebody is signed in, and
 * takes a theme chosen here to the account. Where either fails, this browser goes on as it was.
 */
export function followPreferences(client: QueryClient): void {
  let known: string | null = null;
  const follow = () => {
    const id = session().current.user?.id ?? null;
    if (id === known) return;
    known = id;
    if (id !== null) whenIdle(() => void bring(id).catch(() => {}));
  };
  session().onChange(follow);
  follow();

  async function bring(id: string): Promise<void> {
    const { theme, playback } = await call('GET /api/me/preferences');
    // Signed out meanwhile, or somebody else.
    if (session().current.user?.id !== id) return;
    if (theme !== null) keepTheme(theme);
    setPlayback(playback);
  }

  onThemeChosen((theme) => {
    if (known === null) return;
    call('PATCH /api/me/preferences', { body: { theme } }).then(
      (preferences) => client.setQueryData(['preferences'], preferences),
      () => {},
    );
  });
}
