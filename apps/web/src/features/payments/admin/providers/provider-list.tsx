import { Link } from '@tanstack/react-router';
import { useApi } from '@/lib/api/use-api.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { ProviderSetting } from './provider-setting.tsx';

/** The payment providers of the instance: their state, and how to set them up. */
export function ProviderList() {
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-[68ch] text-muted">
        <Text
          k="payments.admin.provider.lead"
          values={{
            settings: (words) => (
              <Link to="/dashboard/admin/settings" className="inline-block py-0.5 text-accent">
                {words}
              </Link>
            ),
          }}
        />
      </p>
      <Loaded query={useApi('GET /api/admin/payment-providers')} height="h-[60rem]">
        {({ providers }) => (
          <div className="divide-y divide-line">
            {providers.map((provider) => (
              <ProviderSetting key={provider.name} provider={provider} />
            ))}
          </div>
        )}
      </Loaded>
    </div>
  );
}
