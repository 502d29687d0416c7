import type { AdminSettings, InstanceSettingsEdit } from '@tributary/contracts/instance';
import type { Users } from '#features/identity/index.ts';
import { hasPayments } from '#features/payments/index.ts';
import { audit, differences } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database } from '#platform/db/database.ts';
import { changeSettings, readSettings } from '#platform/settings/index.ts';
import { adminErrors } from './admin.errors.ts';

export interface Settings {
  read(): Promise<AdminSettings>;
  /** @throws AppError `own_second_factor_first`, `currency_fixed` */
  change(changes: InstanceSettingsEdit, by: Actor): Promise<AdminSettings>;
}

export function createSettings({ db, users }: { readonly db: Database; readonly users: Users }): Settings {
  return {
    read: () =>
      db.read(async (reader) => ({
        ...(await readSettings(reader)),
        isCurrencyFixed: await hasPayments(reader),
      })),
    async change(changes, by) {
      if (changes.adminsNeedSecondFactor && !(await users.find(by.userId))?.twoFactorEnabled) {
        throw adminErrors.own_second_factor_first().at('/adminsNeedSecondFactor');
      }
      return db.transact(async (tx) => {
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
        return { ...after, isCurrencyFixed };
      });
    },
  };
}
