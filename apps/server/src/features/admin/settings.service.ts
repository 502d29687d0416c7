import type { AdminSettings, InstanceSettingsEdit } from '@tributary/contracts/instance';
import type { Users } from '#features/identity/index.ts';
import { hasPayments } from '#features/payments/index.ts';
import { audit, differences } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database } from '#platform/db/database.ts';
import type { Images } from '#platform/images/index.ts';
import {
  type Branding,
  changeLogo,
  changeSettings,
  readSettings,
  type StoredSettings,
} from '#platform/settings/index.ts';
import { adminErrors } from './admin.errors.ts';

export interface Settings {
  read(): Promise<AdminSettings>;
  /** @throws AppError `own_second_factor_first`, `currency_fixed` */
  change(changes: InstanceSettingsEdit, by: Actor): Promise<AdminSettings>;
  /**
   * @param bytes null removes the logo
   * @throws AppError `image_unreadable`, `image_too_large`, `images_busy`
   */
  setLogo(bytes: Buffer | null, by: Actor): Promise<{ logoUrl: string | null }>;
}

export interface SettingsOptions {
  readonly db: Database;
  readonly users: Users;
  readonly images: Pick<Images, 'store' | 'claim' | 'release' | 'discard'>;
  readonly branding: Pick<Branding, 'refresh'>;
  /** The INSTANCE_NAME of the configuration. */
  readonly configuredName: string;
}

export function createSettings({ db, users, images, branding, configuredName }: SettingsOptions): Settings {
  const shown = (settings: StoredSettings, isCurrencyFixed: boolean): AdminSettings => ({
    ...settings,
    configuredName,
    isCurrencyFixed,
  });
  return {
    read: () => db.read(async (reader) => shown(await readSettings(reader), await hasPayments(reader))),
    async change(changes, by) {
      if (changes.adminsNeedSecondFactor && !(await users.find(by.userId))?.twoFactorEnabled) {
        throw adminErrors.own_second_factor_first().at('/adminsNeedSecondFactor');
      }
      const settings = await db.transact(async (tx) => {
        const isCurrencyFixed = await hasPayments(tx);
        const { currency } = await readSettings(tx);
        if (isCurrencyFixed && changes.currency && changes.currency !== currency) {
          throw adminErrors.currency_fixed().at('/currency');
        }
        const { before, after } = await changeSettings(tx, changes);
        const changed = differences(before, after);
        if (changed) {
          await audit(tx, { by, action: 'settings.changed', kind: 'settings', id: 'instance', ...changed });
        }
        return shown(after, isCurrencyFixed);
      });
      await branding.refresh();
      return settings;
    },
    async setLogo(bytes, by) {
      const logoUrl = bytes && (await images.store(bytes, 'logo', by.userId));
      try {
        await db.transact(async (tx, onCommit) => {
          const before = await changeLogo(tx, logoUrl);
          await images.claim(tx, logoUrl);
          await images.release(tx, before);
          onCommit(() => images.discard(before));
          if (before === logoUrl) return;
          const action = logoUrl === null ? 'settings.logo_removed' : 'settings.logo_set';
          await audit(tx, { by, action, kind: 'settings', id: 'instance' });
        });
      } catch (error) {
        await images.discard(logoUrl);
        throw error;
      }
      await branding.refresh();
      return { logoUrl };
    },
  };
}
