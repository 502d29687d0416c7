import { Link } from '@tanstack/react-router';
import type { OwnTier } from '@tributary/contracts/memberships';
import { Layers } from 'lucide-react';
import { call } from '@/lib/api/client.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { TIERS } from '../queries.ts';
import { TierForm } from './tier-form.tsx';

/** A creator's page of one tier. */
export const TierEditor = ({ id }: { id: string }) => (
  <Loaded query={useApi('GET /api/me/tiers')} height="h-96">
    {({ tiers }) => {
      const tier = tiers.find((candidate) => candidate.id === id);
      return tier ? <Editor tier={tier} /> : <Missing />;
    }}
  </Loaded>
);

/** Archives a tier, or restores it. */
function TierStep({ tier: { id, isActive } }: { tier: OwnTier }) {
  const step = useApiMutation(
    () => call(`POST /api/me/tiers/:id/${isActive ? 'archive' : 'restore'}`, { params: { id } }),
    {
      invalidates: TIERS,
      failure: isActive ? t('memberships.editor.notArchived') : t('memberships.editor.notOffered'),
      onSuccess: () =>
        void toast.success(isActive ? t('memberships.editor.archived') : t('memberships.editor.offered')),
    },
  );
  return (
    <Button variant="secondary" busy={step.isPending} onClick={() => step.mutate()}>
      {isActive ? t('memberships.editor.archive') : t('memberships.editor.offer')}
    </Button>
  );
}

const Editor = ({ tier }: { tier: OwnTier }) => (
  <div className="divide-y divide-line">
    <Setting title={t('memberships.editor.details')} lead={t('memberships.editor.detailsLead')}>
      <TierForm
        tier={tier}
        currency={tier.currency}
        onSaved={() => toast.success(t('memberships.editor.saved'))}
      />
    </Setting>
    <Setting
      title={tier.isActive ? t('memberships.editor.archiveTitle') : t('memberships.card.archived')}
      lead={tier.isActive ? t('memberships.editor.archiveLead') : t('memberships.editor.archivedLead')}
    >
      <TierStep tier={tier} />
    </Setting>
  </div>
);

export const NewTier = ({ onSaved }: { onSaved: () => void }) => (
  <Loaded query={useApi('GET /api/me/tiers')} height="h-96">
    {({ currency }) => (
      <TierForm
        tier={null}
        currency={currency}
        onSaved={() => {
          toast.success(t('memberships.editor.created'));
          onSaved();
        }}
      />
    )}
  </Loaded>
);

const Missing = () => (
  <EmptyState
    icon={Layers}
    title={t('memberships.editor.missing')}
    actions={
      <Button asChild>
        <Link to="/dashboard/creator/tiers">{t('memberships.editor.viewYours')}</Link>
      </Button>
    }
  >
    {t('memberships.editor.missingWhy')}
  </EmptyState>
);
