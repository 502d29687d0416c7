/** Checkouts, where payment pages return to as well. */
import { getRouteApi, Link, useParams, useSearch } from '@tanstack/react-router';
import type { StreamDetail } from '@tributary/contracts/live';
import type { PaymentMethod } from '@tributary/contracts/payments';
import { LIVE_SLUG } from '@tributary/contracts/shared';
import { CreditCard, SearchX } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { DonationCheckout, DonationStatus } from '@/features/donations/index.ts';
import { EventCheckout, TicketCheckout } from '@/features/events/index.ts';
import { useChannelNow } from '@/features/live/index.ts';
import { TierCheckout } from '@/features/memberships/index.ts';
import { CheckoutPage } from '@/features/payments/index.ts';
import { ApiProblem } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Guard } from '../../guard.tsx';
import { WhilePlaying } from './while-playing.tsx';

const ofStream = '/checkout/$method/$streamId';

export function StreamCheckoutPage() {
  const { method, streamId } = useParams({ from: ofStream });
  const { checkout, canceled, from } = useSearch({ from: ofStream });
  if (!checkout) return <StreamOrder key={streamId} streamId={streamId} method={method} from={from} />;
  const back = (variant: ComponentProps<typeof Button>['variant']) => (
    <Button asChild variant={variant}>
      <Link to="/stream/$id" params={{ id: streamId }}>
        {t('money.checkout.backToStream')}
      </Link>
    </Button>
  );
  return (
    <DonationStatus
      checkoutId={checkout}
      hasLeft={canceled}
      from={from}
      fallback={back('primary')}
      retry={
        <>
          <Button asChild>
            <Link to={ofStream} params={{ method, streamId }} search={{ ...(from && { from }) }}>
              {t('ui.tryAgain')}
            </Link>
          </Button>
          {back('secondary')}
        </>
      }
    />
  );
}

interface StreamOrderProps {
  streamId: string;
  method: PaymentMethod;
  from: string | undefined;
}

function StreamOrder({ streamId, ...rest }: StreamOrderProps) {
  const stream = useChannelNow({ id: streamId });
  const missing = (
    <NotFound title={t('money.checkout.noStream')}>{t('money.checkout.noStreamNext')}</NotFound>
  );
  // Anything but an id is refused with 400.
  if (stream.error instanceof ApiProblem && stream.error.status === 400) return missing;
  return (
    <Waiting query={stream} missing={missing}>
      {(detail) => (detail.stream ? <StreamCheckout detail={detail} {...rest} /> : missing)}
    </Waiting>
  );
}

/** Sells the ticket of a stream that belongs to an event, and else takes a donation. */
function StreamCheckout({ detail, ...rest }: Omit<StreamOrderProps, 'streamId'> & { detail: StreamDetail }) {
  const gate = detail.stream?.gate;
  const donation = <DonationCheckout {...detail} {...rest} />;
  if (gate?.kind !== 'event') return donation;
  return <EventCheckout eventId={gate.id} donation={donation} {...rest} />;
}

/** The frame of a checkout until its purpose is known. */
function Waiting<Data>({ query, ...rest }: Omit<ComponentProps<typeof Loaded<Data>>, 'height'>) {
  if (query.data !== undefined) return rest.children(query.data);
  if (query.error instanceof ApiProblem && query.error.status === 404) return rest.missing;
  return (
    <CheckoutPage title={t('money.checkout.title')}>
      <Loaded query={query} height="h-96" {...rest} />
    </CheckoutPage>
  );
}

const NotFound = ({ title, children }: { title: string; children: ReactNode }) => (
  <CheckoutPage title={t('money.checkout.title')}>
    <EmptyState
      icon={SearchX}
      title={title}
      actions={
        <Button asChild>
          <Link to="/discover">{t('app.missing.browse')}</Link>
        </Button>
      }
    >
      {children}
    </EmptyState>
  </CheckoutPage>
);

const billingRoute = getRouteApi('/billing/checkout');

/** What is not bought from a stream: donations to creators, tickets, subscriptions and gifts. */
export function BillingCheckoutPage() {
  const { creator } = billingRoute.useSearch();
  if (creator) return <CreatorCheckout key={creator} username={creator} />;
  return <Guard>{() => <MemberCheckout />}</Guard>;
}

function CreatorCheckout({ username }: { username: string }) {
  const { checkout, canceled, from } = billingRoute.useSearch();
  const channel = useChannelNow({ username, slug: LIVE_SLUG });
  if (checkout) {
    return (
      <DonationStatus
        checkoutId={checkout}
        hasLeft={canceled}
        from={from}
        fallback={
          <Button asChild>
            <Link to="/streamer/$username" params={{ username }}>
              {t('money.checkout.viewChannel')}
            </Link>
          </Button>
        }
        retry={
          <Button asChild>
            <Link to="/billing/checkout" search={{ creator: username, ...(from && { from }) }}>
              {t('ui.tryAgain')}
            </Link>
          </Button>
        }
      />
    );
  }
  return (
    <Waiting
      query={channel}
      missing={<NotFound title={t('money.checkout.noCreator')}>{t('money.checkout.noCreatorNext')}</NotFound>}
    >
      {({ streamer }) => <DonationCheckout streamer={streamer} stream={null} from={from} />}
    </Waiting>
  );
}

function MemberCheckout() {
  const { event, tier, cycle, gift, checkout, canceled, from } = billingRoute.useSearch();
  if (event) {
    return (
      <TicketCheckout key={event} eventId={event} checkoutId={checkout} hasLeft={canceled} from={from} />
    );
  }
  if (tier) {
    return (
      <TierCheckout
        key={tier}
        tierId={tier}
        isGift={gift === true}
        whilePlaying={WhilePlaying}
        cycle={cycle}
        from={from}
      />
    );
  }
  return (
    <CheckoutPage title={t('money.checkout.title')}>
      <EmptyState
        icon={CreditCard}
        title={t('money.checkout.nothing')}
        actions={
          <Button asChild variant="secondary">
            <Link to="/billing">{t('money.billing.view')}</Link>
          </Button>
        }
      >
        {t('money.checkout.nothingNext')}
      </EmptyState>
    </CheckoutPage>
  );
}
