import type { NotificationDelivery, NotificationType, Preferences } from '@tributary/contracts/preferences';
import { BareSwitch } from '@/ui/forms/switch.tsx';

const WORDS: Readonly<Record<NotificationType, string>> = {
  stream_live: 'A channel you follow goes live',
  follower: 'Someone follows you',
  donation: 'Someone sends you a donation',
  comment: 'Someone mentions you or replies to you in a chat',
  other: 'Account, channel and moderation updates',
};

const WAYS: readonly { readonly way: keyof NotificationDelivery; readonly label: string }[] = [
  { way: 'inApp', label: 'In app' },
  { way: 'webPush', label: 'Push' },
  { way: 'mail', label: 'Email' },
];

interface NotificationTableProps {
  types: readonly NotificationType[];
  chosen: Preferences['notifications'];
  onChange: (type: NotificationType, ways: Partial<NotificationDelivery>) => void;
}

/** A switch for each notification type and delivery channel. */
export function NotificationTable({ types, chosen, onChange }: NotificationTableProps) {
  return (
    <table className="w-full">
      <thead>
        <tr className="text-muted text-sm">
          <th scope="col" className="pb-2 text-start font-medium">
            <span className="sr-only">Notification</span>
          </th>
          {WAYS.map(({ way, label }) => (
            <th key={way} scope="col" className="w-18 pb-2 text-center font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {types.map((type) => (
          <tr key={type} className="border-line border-t">
            <th scope="row" className="py-3 pe-3 text-start font-medium">
              {WORDS[type]}
            </th>
            {WAYS.map(({ way, label }) => (
              <td key={way} className="py-3 text-center">
                <span className="inline-flex align-middle">
                  <BareSwitch
                    label={`${WORDS[type]}: ${label}`}
                    checked={chosen[type][way]}
                    onChange={(wanted) => onChange(type, { [way]: wanted })}
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
