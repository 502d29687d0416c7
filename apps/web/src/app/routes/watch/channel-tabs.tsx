import { useNavigate, useSearch } from '@tanstack/react-router';
import type { StreamerSummary } from '@tributary/contracts/channels';
import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import { ChannelDonations, useDonationsSettled } from '@/features/donations/index.ts';
import { AboutPanel } from '@/features/profiles/index.ts';
import { t } from '@/lib/messages/t.ts';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { PageTabsList, PageTabsTrigger, Tabs, TabsContent } from '@/ui/tabs.tsx';
import { CHANNEL_TABS, type ChannelTab } from '../../search-params.ts';

interface PanelProps {
  username: string;
}

/** The other tabs load when the first of them is opened. */
const panel = (choose: (panels: typeof import('./channel-panels.tsx')) => ComponentType<PanelProps>) =>
  lazy(async () => ({ default: choose(await import('./channel-panels.tsx')) }));

const TABS: Readonly<Record<ChannelTab, { label: string; panel: ComponentType<PanelProps> }>> = {
  about: { label: t('watch.tab.about'), panel: About },
  schedule: { label: t('watch.tab.schedule'), panel: panel((panels) => panels.Schedule) },
  events: { label: t('watch.tab.events'), panel: panel((panels) => panels.Events) },
  tiers: { label: t('watch.tab.tiers'), panel: panel((panels) => panels.Tiers) },
  videos: { label: t('watch.tab.videos'), panel: panel((panels) => panels.Videos) },
  clips: { label: t('watch.tab.clips'), panel: panel((panels) => panels.Clips) },
};

/** Shows a channel in tabs below its stream. The address names the open tab, so links can lead to it. */
export function ChannelTabs({ streamer }: { streamer: StreamerSummary }) {
  const { tab = 'about' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = (next: string) => {
    const known = CHANNEL_TABS.find((name) => name === next);
    void navigate({
      to: '.',
      search: (search) => ({ ...search, tab: known === 'about' ? undefined : known }),
      replace: true,
      resetScroll: false,
    });
  };
  const { username, displayName } = streamer;
  const name = displayName || username;
  // A press on another tab does not render the panel again that it leaves.
  const panels = useMemo(
    () =>
      CHANNEL_TABS.map((one) => {
        const { label, panel: Panel } = TABS[one];
        return (
          <TabsContent key={one} value={one}>
            <h2 className="sr-only">{label}</h2>
            <Suspense fallback={<Skeleton className="h-48 rounded-media" />}>
              <Panel username={username} />
            </Suspense>
          </TabsContent>
        );
      }),
    [username],
  );
  return (
    <Tabs value={tab} onValueChange={open}>
      <PageTabsList aria-label={t('watch.tabs', { name })}>
        {CHANNEL_TABS.map((one) => (
          <PageTabsTrigger key={one} value={one}>
            {TABS[one].label}
          </PageTabsTrigger>
        ))}
      </PageTabsList>
      {panels}
    </Tabs>
  );
}

function About({ username }: PanelProps) {
  // Shown at once, since the donations stand beside the bio.
  if (!useDonationsSettled(username)) return <Skeleton className="h-48 rounded-media" />;
  return (
    <AboutPanel username={username}>
      <ChannelDonations username={username} />
    </AboutPanel>
  );
}
