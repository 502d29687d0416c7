/** The checkout of a donation, to the creator of a stream or without a stream. */
import { Link } from '@tanstack/react-router';
import type { StreamDetail } from '@tributary/contracts/live';
import type { PaymentMethod } from '@tributary/contracts/payments';
import { Wallet } from 'lucide-react';
import { CheckoutPage, OrderSummary } from '@/features/payments/index.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { ChannelDonations } from '../channel/channel-donations.tsx';
import { useDonationPage } from '../channel/use-donation-page.ts';
import { DonationForm } from './donation-form.tsx';

interface DonationCheckoutProps {
  streamer: StreamDetail['streamer'];
  /** Null for a donation to the creator without a stream. */
  stream: StreamDetail['stream'];
  from?: string | undefined;
  method?: PaymentMethod | undefined;
}

export function DonationCheckout(props: DonationCheckoutProps) {
  const { streamer, from } = props;
  return (
    <CheckoutPage title={t('donations.checkout.title', { name: streamer.displayName })} from={from}>
      <Order {...props} />
    </CheckoutPage>
  );
}

function Order({ streamer, stream, from, method }: DonationCheckoutProps) {
  const { user, state } = useSession();
  const page = useDonationPage(streamer.username);
  const refusal = stream?.isHidden
    ? t('donations.checkout.hidden')
    : page.data?.isOpen === false
      ? t('donations.checkout.closed')
      : user?.id === streamer.id
        ? t('donations.checkout.own')
        : null;
  if (refusal !== null) {
    return (
      <EmptyState icon={Wallet} title={t('donations.checkout.refused')} actions={<Browse />}>
        {refusal}
      </EmptyState>
    );
  }
  // The fields depend on whether the payer has an account.
  if (state === 'loading') return <Skeleton className="h-96 rounded-media" />;
  return (
    <Loaded query={page} height="h-96">
      {(page) => (
        <DonationForm
          to={stream ? { streamId: stream.id } : { streamerId: streamer.id }}
          name={streamer.displayName}
          page={page}
          user={user}
          from={from}
          method={method}
          summary={
            <OrderSummary
              image={<Avatar name={streamer.displayName} src={streamer.avatarUrl} size={56} />}
              title={
                <>
                  <Text
                    k="donations.checkout.summary"
                    values={{ creator: streamer.displayName, name: (words) => <bdi>{words}</bdi> }}
                  />{' '}
                  {streamer.isVerified && <VerifiedBadge size={16} />}
                </>
              }
            >
              {stream ? <bdi>{stream.title}</bdi> : <bdi>@{streamer.username}</bdi>}
            </OrderSummary>
          }
          aside={<ChannelDonations username={streamer.username} />}
        />
      )}
    </Loaded>
  );
}

const Browse = () => (
  <Button asChild>
    <Link to="/discover">{t('app.missing.browse')}</Link>
  </Button>
);
