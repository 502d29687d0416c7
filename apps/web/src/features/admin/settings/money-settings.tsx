/** What people pay in, what the platform and creators get of it, and what receipts say. */
import type { AdminSettings } from '@tributary/contracts/instance';
import { PAYOUT_MINIMUM_LIMITS } from '@tributary/contracts/payouts';
import { formatMoney } from '@/lib/money.ts';
import { Setting } from '@/ui/forms/setting.tsx';
import { CurrencySetting } from './currency-setting.tsx';
import { HundredthsSetting, TextSetting } from './entry-settings.tsx';

export function MoneySettings({ settings }: { settings: AdminSettings }) {
  return (
    <>
      <Setting
        title="Currency"
        lead="What people pay in. Existing prices keep their numbers when you change it. Amounts of different currencies can’t be added up, so it’s fixed once the first payment has started."
      >
        <CurrencySetting {...settings} />
      </Setting>
      <Setting
        title="Platform fee"
        lead="Your share of donations, tickets and subscriptions, rounded down. Payments that were made stay as they are, and refunds return the fee."
      >
        <HundredthsSetting
          name="platformFeeBasisPoints"
          label="Platform fee in percent"
          range="Enter a percentage from 0 to 50, with at most two decimals."
          value={settings.platformFeeBasisPoints}
        />
      </Setting>
      <Setting
        title="Smallest payout"
        lead="Creators can withdraw this much or more. It is also the least that is paid out each month."
      >
        <HundredthsSetting
          name="payoutMinimumCents"
          label={`Smallest payout in ${settings.currency}`}
          range={payoutRange(settings.currency)}
          value={settings.payoutMinimumCents}
        />
      </Setting>
      <Setting
        title="Receipts and statements"
        lead="Name and address of who runs this instance, as printed on them. Empty: the name of the instance."
      >
        <TextSetting name="receiptIssuer" label="Name and address" value={settings.receiptIssuer} lines={4} />
      </Setting>
    </>
  );
}

function payoutRange(currency: string): string {
  const [least, most] = [PAYOUT_MINIMUM_LIMITS.minCents, PAYOUT_MINIMUM_LIMITS.maxCents];
  return `Enter ${formatMoney(least, currency)} to ${formatMoney(most, currency)}, with at most two decimals.`;
}
