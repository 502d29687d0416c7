/** The pages of the creator dashboard about money. */
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { DonationSettings, OverlaySettings, Tips } from '@/features/donations/index.ts';
import { EventEditor, EventForm, OwnEvents } from '@/features/events/index.ts';
import { NewTier, OwnTiers, TierEditor } from '@/features/memberships/index.ts';
import { OwnEarnings, OwnPayouts, Statement } from '@/features/payouts/index.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Page } from './creator-page.tsx';

const editLinks = (
  <Button asChild>
    <Link to="/dashboard/streamer/profile">{t('dashboards.editProfile')}</Link>
  </Button>
);

export const TipsPage = () => (
  <Page title={t('dashboards.tips')}>
    <Tips firstStep={editLinks} />
  </Page>
);

export const EarningsPage = () => (
  <Page title={t('dashboards.earnings')}>
    <OwnEarnings
      next={
        <>
          <Button asChild>
            <Link to="/dashboard/creator/payouts">{t('dashboards.viewBalance')}</Link>
          </Button>
          <Button asChild variant="secondary">
            <Link to="/dashboard/creator/tips">{t('dashboards.viewTips')}</Link>
          </Button>
        </>
      }
    />
  </Page>
);

export function PayoutsPage() {
  const { onboarding } = useSearch({ from: '/dashboard/creator/payouts' });
  return (
    <Page title={t('dashboards.payouts')}>
      <OwnPayouts hasOnboardingFailed={onboarding === 'failed'} />
    </Page>
  );
}

const payouts = (
  <Button asChild>
    <Link to="/dashboard/creator/payouts">{t('dashboards.viewPayouts')}</Link>
  </Button>
);

export function StatementPage() {
  const { payoutId } = useParams({ from: '/dashboard/creator/payouts/$payoutId' });
  return (
    <Page title={t('dashboards.statement')}>
      <Statement
        payoutId={payoutId}
        missing={
          <EmptyState icon={Landmark} title={t('dashboards.noPayout')} actions={payouts}>
            {t('dashboards.noPayoutWhy')}
          </EmptyState>
        }
      />
    </Page>
  );
}

export const DonationSettingsPage = () => (
  <Page title={t('dashboards.donationSettings')}>
    <div className="divide-y divide-line">
      <DonationSettings />
      <OverlaySettings />
    </div>
  </Page>
);

export const TiersPage = () => (
  <Page title={t('dashboards.subscriptionTiers')}>
    <OwnTiers />
  </Page>
);

export function NewTierPage() {
  const navigate = useNavigate();
  return (
    <Page title={t('dashboards.newTier')}>
      <div className="max-w-2xl">
        <NewTier onSaved={() => void navigate({ to: '/dashboard/creator/tiers' })} />
      </div>
    </Page>
  );
}

export function TierEditorPage() {
  const { tierId } = useParams({ from: '/dashboard/creator/tiers/$tierId' });
  return (
    <Page title={t('dashboards.tier')}>
      <TierEditor key={tierId} id={tierId} />
    </Page>
  );
}

export const EventsPage = () => (
  <Page title={t('dashboards.events')}>
    <OwnEvents />
  </Page>
);

export function NewEventPage() {
  const navigate = useNavigate();
  return (
    <Page title={t('dashboards.newEvent')}>
      <div className="max-w-2xl">
        <Loaded query={useApi('GET /api/me/balance')} height="h-96">
          {({ currency }) => (
            <EventForm
              event={null}
              currency={currency}
              onSaved={({ id }) =>
                void navigate({ to: '/dashboard/creator/events/$eventId', params: { eventId: id } })
              }
            />
          )}
        </Loaded>
      </div>
    </Page>
  );
}

export function EventEditorPage() {
  const { eventId } = useParams({ from: '/dashboard/creator/events/$eventId' });
  const navigate = useNavigate();
  return (
    <Page title={t('dashboards.event')}>
      <EventEditor
        key={eventId}
        id={eventId}
        onDeleted={() => void navigate({ to: '/dashboard/creator/events' })}
      />
    </Page>
  );
}
