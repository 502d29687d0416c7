import type { NotificationDelivery, NotificationPreference } from '@tributary/contracts/preferences';
import { t } from '@/lib/messages/t.ts';
import { BareSwitch } from '@/ui/forms/switch.tsx';

const WAYS: readonly { readonly way: keyof NotificationDelivery; readonly label: string }[] = [
  { way: 'inApp', label: t('preferences.way.inApp') },
  { way: 'webPush', label: t('preferences.way.push') },
  { way: 'mail', label: t('preferences.way.email') },
];

interface NotificationTableProps {
  /** Those that the server has for this account, in order. */
  notifications: readonly NotificationPreference[];
  onChange: (key: string, ways: Partial<NotificationDelivery>) => void;
}

/** A switch for each notification preference and delivery channel. */
export function NotificationTable({ notifications, onChange }: NotificationTableProps) {
  return (
    <table className="w-full">
      <thead>
        <tr className="text-muted text-sm">
          <th scope="col" className="pb-2 text-start font-medium">
            <span className="sr-only">{t('preferences.notification')}</span>
          </th>
          {WAYS.map(({ way, label }) => (
            <th key={way} scope="col" className="w-18 px-1 pb-2 text-center font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {notifications.map(({ key, label: about, ...chosen }) => (
          <tr key={key} className="border-line border-t">
            <th scope="row" className="py-3 pe-3 text-start font-medium">
              {about}
            </th>
            {WAYS.map(({ way, label }) => (
              <td key={way} className="py-3 text-center">
                <span className="inline-flex align-middle">
                  <BareSwitch
                    label={t('preferences.switch', { about, way: label })}
                    checked={chosen[way]}
                    onChange={(wanted) => onChange(key, { [way]: wanted })}
                  />
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
