/** What people pay in, what the platform and creators get of it, and what receipts say. */
import type { AdminSettings } from '@tributary/contracts/instance';
import { PAYOUT_MINIMUM_LIMITS } from '@tributary/contracts/payouts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Setting } from '@/ui/forms/setting.tsx';
import { CurrencySetting } from './currency-setting.tsx';
import { HundredthsSetting, TextSetting } from './entry-settings.tsx';

export function MoneySettings({ settings }: { settings: AdminSettings }) {
  return (
    <>
      <Setting title={t('admin.settings.currency')} lead={t('admin.settings.currencyLead')}>
        <CurrencySetting {...settings} />
      </Setting>
      <Setting title={t('admin.settings.fee')} lead={t('admin.settings.feeLead')}>
        <HundredthsSetting
          name="platformFeeBasisPoints"
          label={t('admin.settings.feePercent')}
          range={t('admin.settings.feeRange')}
          value={settings.platformFeeBasisPoints}
        />
      </Setting>
      <Setting title={t('admin.settings.payout')} lead={t('admin.settings.payoutLead')}>
        <HundredthsSetting
          name="payoutMinimumCents"
          label={t('admin.settings.payoutIn', { currency: settings.currency })}
          range={payoutRange(settings.currency)}
          value={settings.payoutMinimumCents}
        />
      </Setting>
      <Setting title={t('admin.settings.receipts')} lead={t('admin.settings.receiptsLead')}>
        <TextSetting
          name="receiptIssuer"
          label={t('admin.settings.nameAndAddress')}
          value={settings.receiptIssuer}
          lines={4}
        />
      </Setting>
    </>
  );
}

function payoutRange(currency: string): string {
  const [least, most] = [PAYOUT_MINIMUM_LIMITS.minCents, PAYOUT_MINIMUM_LIMITS.maxCents];
  return t('admin.settings.payoutRange', {
    least: formatMoney(least, currency),
    most: formatMoney(most, currency),
  });
}
