import type { QueryClient } from '@tanstack/react-query';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { keepTheme, onThemeChosen } from '@/lib/browser/theme.ts';
import { whenIdle } from '@/lib/browser/when-idle.ts';
import { keepLanguage } from '@/lib/messages/stored-language.ts';
import { setPlayback } from '@/lib/playback.ts';
import { session } from '@/lib/session.ts';

/**
 * Copies the account's theme, language and playback preferences into this browser after sign-in, and saves a theme
 * chosen here to the account. If either fails, this browser keeps its own values.
 */
export function syncPreferences(client: QueryClient): void {
  let known: string | null = null;
  const onSessionChange = () => {
    const id = session().current.user?.id ?? null;
    if (id === known) return;
    known = id;
    if (id !== null) whenIdle(() => void load(id).catch(() => {}));
  };
  session().onChange(onSessionChange);
  onSessionChange();

  async function load(id: string): Promise<void> {
    const { theme, language, playback } = await call('GET /api/me/preferences');
    // The user signed out, or another one signed in, in the meantime.
    if (session().current.user?.id !== id) return;
    if (theme !== null) keepTheme(theme);
    if (language !== null) keepLanguage(language);
    setPlayback(playback);
  }

  onThemeChosen((theme) => {
    if (known === null) return;
    call('PATCH /api/me/preferences', { body: { theme } }).then(
      (preferences) => client.setQueryData(apiQuery('GET /api/me/preferences').queryKey, preferences),
      () => {},
    );
  });
}
