/** The page of one way to pay for one stream: its ticket where it belongs to an event, and else a donation. */
import { Link, useRouter } from '@tanstack/react-router';
import type { PaymentMethod, StreamDetail } from '@tributary/contracts';
import { Ticket, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { type PaymentMethodOption, usePaymentMethods } from '../api/use-checkout.ts';
import { useDonationPage } from '../api/use-donations.ts';
import { useEvent } from '../api/use-public.ts';
import { useTicket } from '../api/use-tickets.ts';
import { ChannelDonations } from '../donations/channel-donations.tsx';
import { DonationForm } from '../donations/donation-form.tsx';
import { useProviderNames } from '../shared/provider-name.tsx';
import { TicketCheckout } from '../tickets/ticket-checkout.tsx';

interface StreamCheckoutProps {
  detail: StreamDetail;
  method: PaymentMethod;
}

export function StreamCheckout({ detail, method }: StreamCheckoutProps) {
  const gate = detail.stream?.gate;
  const donation = <DonationCheckout detail={detail} method={method} />;
  if (gate?.kind !== 'event') return donation;
  return <EventCheckout eventId={gate.id} method={method} donation={donation} />;
}

interface EventCheckoutProps {
  eventId: string;
  method: PaymentMethod;
  /** For those who have nothing to buy. */
  donation: ReactNode;
}

function EventCheckout({ eventId, method, donation }: EventCheckoutProps) {
  const { state } = useSession();
  const router = useRouter();
  const ticket = useTicket(eventId);
  return (
    <Loaded query={useEvent(eventId)} height="h-64" missing={donation}>
      {(event) => {
        if (event.priceCents === 0 || ticket.data?.status === 'valid') return donation;
        if (state !== 'signed-out') return <TicketCheckout eventId={eventId} method={method} />;
        return (
          <EmptyState
            icon={Ticket}
            title="Sign in to buy a ticket"
            actions={
              <Button asChild>
                <Link to="/login" search={{ from: router.state.location.href }}>
                  Sign In
                </Link>
              </Button>
            }
          >
            This stream is for ticket holders of <bdi>{event.title}</bdi>.
          </EmptyState>
        );
      }}
    </Loaded>
  );
}

function DonationCheckout({ detail: { stream, streamer }, method }: StreamCheckoutProps) {
  const { user } = useSession();
  const methods = usePaymentMethods('donation');
  const page = useDonationPage(streamer.username);
  const isClosed = page.data?.isOpen === false;
  if (!stream || stream.isHidden || isClosed || user?.id === streamer.id) {
    return (
      <EmptyState icon={Wallet} title="You can’t donate here" actions={<Browse />}>
        {!stream || stream.isHidden
          ? 'This stream isn’t available.'
          : isClosed
            ? 'This creator takes no donations at the moment.'
            : 'This is your own channel.'}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,32rem)_minmax(0,1fr)] lg:gap-12">
      <div className="flex min-w-0 flex-col gap-8">
        <section
          aria-label="Your donation"
          className="flex items-center gap-4 rounded-media bg-surface-1 p-5"
        >
          <Avatar name={streamer.displayName} src={streamer.avatarUrl} size={56} />
          <div className="min-w-0">
            <h2 className="flex items-center gap-1.5 text-base">
              <bdi className="[overflow-wrap:anywhere]">{streamer.displayName}</bdi>
              {streamer.isVerified && <VerifiedBadge />}
            </h2>
            <p className="text-muted text-sm [overflow-wrap:anywhere]">
              <bdi>{stream.title}</bdi>
            </p>
          </div>
        </section>
        <Loaded query={methods} height="h-96">
          {(offered) => {
            const chosen = offered.filter((option) => option.method === method);
            const others = offered.filter((option) => option.method !== method);
            if (chosen.length === 0)
              return <Unavailable streamId={stream.id} method={method} methods={others} />;
            return (
              <Loaded query={page} height="h-96">
                {(page) => (
                  <>
                    <DonationForm
                      to={{ streamId: stream.id }}
                      name={streamer.displayName}
                      page={page}
                      methods={chosen}
                    />
                    <OtherMethods streamId={stream.id} methods={others} />
                  </>
                )}
              </Loaded>
            );
          }}
        </Loaded>
      </div>
      <aside aria-label="Donations so far" className="min-w-0 max-w-lg">
        <ChannelDonations username={streamer.username} />
      </aside>
    </div>
  );
}

interface OtherMethodsProps {
  streamId: string;
  methods: readonly PaymentMethodOption[];
}

function OtherMethods({ streamId, methods, lead = 'Or pay with' }: OtherMethodsProps & { lead?: string }) {
  if (methods.length === 0) return null;
  return (
    <nav aria-label="Other ways to pay" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="text-muted text-sm">{lead}</span>
      {methods.map(({ method, label }) => (
        <Button key={method} asChild variant="secondary" size="sm">
          <Link to="/checkout/$method/$streamId" params={{ method, streamId }}>
            {label}
          </Link>
        </Button>
      ))}
    </nav>
  );
}

function Unavailable({ streamId, method, methods }: OtherMethodsProps & { method: PaymentMethod }) {
  const nameOf = useProviderNames();
  return (
    <EmptyState
      icon={Wallet}
      title={`${nameOf(method, 'This way to pay')} isn’t available here`}
      actions={
        methods.length > 0 ? (
          <OtherMethods streamId={streamId} methods={methods} lead="Pay with" />
        ) : (
          <Browse />
        )
      }
    >
      {methods.length > 0
        ? 'You weren’t charged. Choose another way to pay.'
        : 'You weren’t charged. This instance doesn’t take payments.'}
    </EmptyState>
  );
}

const Browse = () => (
  <Button asChild>
    <Link to="/discover">Browse live streams</Link>
  </Button>
);
