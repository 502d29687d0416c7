import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Profile } from '@tributary/contracts/profiles';
import { type ReactNode, Suspense, useMemo } from 'react';
import { ClipsPanel } from '@/features/clips/index.ts';
import { VideosPanel } from '@/features/discovery/index.ts';
import { ProfileAbout } from '@/features/profiles/index.ts';
import { t } from '@/lib/messages/t.ts';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { PageTabsList, PageTabsTrigger, Tabs, TabsContent } from '@/ui/tabs.tsx';
import { PROFILE_TABS, type ProfileTab } from '../../search-params.ts';
import { Schedule } from './channel-panels.tsx';
import { RecordingPreview } from './previews.tsx';

const LABELS: Readonly<Record<ProfileTab, string>> = {
  home: t('watch.home'),
  videos: t('watch.tab.videos'),
  clips: t('watch.tab.clips'),
  schedule: t('watch.tab.schedule'),
  about: t('watch.tab.about'),
};

/** The page of a channel in tabs. The address names the open tab, so links can lead to it. */
export function ProfileTabs({ profile, home }: { profile: Profile; home: ReactNode }) {
  const { tab = 'home' } = useSearch({ from: '/streamer/$username' });
  const navigate = useNavigate();
  const open = (next: string) => {
    const known = PROFILE_TABS.find((name) => name === next);
    void navigate({
      to: '.',
      search: { ...(known && known !== 'home' && { tab: known }) },
      replace: true,
      resetScroll: false,
    });
  };
  const { username, displayName } = profile;
  // A press on another tab does not render the panel again that it leaves.
  const panels = useMemo(() => {
    const content: Readonly<Record<ProfileTab, ReactNode>> = {
      home: <div className="flex min-w-0 flex-col gap-12">{home}</div>,
      videos: <VideosPanel username={username} />,
      clips: <ClipsPanel username={username} preview={RecordingPreview} />,
      schedule: <Schedule username={username} />,
      about: <ProfileAbout profile={profile} />,
    };
    return PROFILE_TABS.map((one) => (
      <TabsContent key={one} value={one}>
        {one !== 'home' && <h2 className="sr-only">{LABELS[one]}</h2>}
        <Suspense fallback={<Skeleton className="h-48 rounded-media" />}>{content[one]}</Suspense>
      </TabsContent>
    ));
  }, [profile, home, username]);
  return (
    <Tabs value={tab} onValueChange={open}>
      <PageTabsList aria-label={t('watch.tabs', { name: displayName || username })}>
        {PROFILE_TABS.map((one) => (
          <PageTabsTrigger key={one} value={one}>
            {LABELS[one]}
          </PageTabsTrigger>
        ))}
      </PageTabsList>
      {panels}
    </Tabs>
  );
}
