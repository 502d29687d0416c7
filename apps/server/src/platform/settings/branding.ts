/**
 * The branding: name, logo, colors, languages and front page. Each process keeps it in memory, since every page and mail
 * needs it, and reads it again as soon as an admin has changed it in any process.
 */
import type { FrontPage } from '@tributary/contracts/instance';
import { LANGUAGES, type Language } from '@tributary/messages/languages';
import type { Database } from '../db/database.ts';
import type { Events } from '../events/index.ts';
import { offerLanguages } from '../messages/index.ts';
import { readSettings, settingsChanged } from './instance-settings.ts';

export interface BrandingValues {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly accent: string | null;
  readonly defaultTheme: 'system' | 'dark' | 'light';
  readonly frontPage: FrontPage;
  readonly languages: readonly Language[];
}

export interface Branding {
  current(): BrandingValues;
  /** Reads the settings again. The process that changes them calls it, so that its next answer shows the change. */
  refresh(): Promise<void>;
}

/** The branding of an instance that has changed nothing. */
export const plainBranding = (name: string): BrandingValues => ({
  name,
  logoUrl: null,
  accent: null,
  defaultTheme: 'system',
  frontPage: {},
  languages: LANGUAGES,
});

export interface BrandingOptions {
  readonly db: Database;
  readonly events: Pick<Events, 'on' | 'onGap'>;
  /** The name while no admin has set one. */
  readonly instanceName: string;
}

export async function openBranding({ db, events, instanceName }: BrandingOptions): Promise<Branding> {
  const read = async (): Promise<BrandingValues> => {
    const { name, logoUrl, accent, defaultTheme, frontPage, languages } = await db.read(readSettings);
    return { name: name || instanceName, logoUrl, accent, defaultTheme, frontPage, languages };
  };
  let current = await read();
  offerLanguages(current.languages);
  // Reads one after the other, so that an older answer never replaces a newer one.
  let reading = Promise.resolve();
  const refresh = () => {
    reading = reading
      .catch(() => undefined)
      .then(async () => {
        current = await read();
        offerLanguages(current.languages);
      });
    return reading;
  };
  events.on(settingsChanged, refresh);
  events.onGap(refresh);
  return { current: () => current, refresh };
}
