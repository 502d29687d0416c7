/** The viewer's dashboard. */
import { Link } from '@tanstack/react-router';
import type { FeaturedStream, NotificationType } from '@tributary/contracts';
import { Bookmark, Heart, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { FeaturedGrid, FeaturedGridSkeleton, useFeatured } from '@/features/discovery/index.ts';
import { FollowedChannels, useFollowedLive } from '@/features/follows/index.ts';
import { HistoryList, LastWatched, OverviewFigures, SavedList } from '@/features/library/index.ts';
import { PushSetting } from '@/features/notifications/index.ts';
import { HistoryPauseSwitch, PreferencesForm } from '@/features/preferences/index.ts';
import { useSession } from '@/lib/session.ts';
import { toggleSidebar, useSidebarOpen } from '@/lib/sidebar.ts';
import { setTheme, type Theme, useTheme } from '@/lib/theme.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { ProfileSection } from '../account/profile.tsx';
import type { Place } from '../layouts.tsx';
import { DashboardFrame } from '../layouts.tsx';
import { LivePreview } from '../watch/live-preview.tsx';

const PLACES: readonly Place[] = [
  { to: '/dashboard/viewer', label: 'Overview' },
  { to: '/dashboard/viewer/profile', label: 'Profile' },
  { to: '/dashboard/viewer/following', label: 'Following' },
  { to: '/dashboard/viewer/saved', label: 'Saved' },
  { to: '/dashboard/viewer/history', label: 'History' },
  { to: '/dashboard/viewer/preferences', label: 'Preferences' },
];

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <DashboardFrame name="Viewer dashboard" places={PLACES} title={title}>
      {children}
    </DashboardFrame>
  );
}

const discover = (
  <Button asChild>
    <Link to="/discover">See who is live</Link>
  </Button>
);

function LiveGrid({ title, streams }: { title?: string; streams: readonly FeaturedStream[] }) {
  return <FeaturedGrid {...(title && { title })} streams={streams} preview={LivePreview} />;
}

export const ViewerPage = () => (
  <Page title="Viewer dashboard">
    <OverviewFigures />
    <WorthWatching />
    <LastWatched />
  </Page>
);

/** What runs now: of the channels one follows, else of all. */
function WorthWatching() {
  const followed = useFollowedLive();
  const featured = useFeatured();
  if (followed.isPending) return <FeaturedGridSkeleton />;
  if (followed.data?.length) return <LiveGrid title="Followed channels on air" streams={followed.data} />;
  return <LiveGrid title="Live on this instance" streams={featured.data ?? []} />;
}

export const ViewerProfilePage = () => (
  <Page title="Profile">
    <ProfileSection />
  </Page>
);

export const FollowingPage = () => (
  <Page title="Following">
    <FollowedChannels
      live={LiveGrid}
      empty={
        <EmptyState icon={Heart} title="You follow nobody." actions={discover}>
          Press Follow beneath a stream: its channel is here from then on, and you hear of it when it goes
          live.
        </EmptyState>
      }
    />
  </Page>
);

export const SavedPage = () => (
  <Page title="Saved">
    <SavedList
      empty={
        <EmptyState icon={Bookmark} title="You have saved nothing." actions={discover}>
          Press Save beneath a stream to find it again here, while it runs and after.
        </EmptyState>
      }
    />
  </Page>
);

export const HistoryPage = () => (
  <Page title="History">
    <HistoryList
      pause={
        <HistoryPauseSwitch hint="Only you can see your history. While paused, the streams you watch aren’t added." />
      }
      empty={
        <EmptyState icon={History} title="Your history is empty." actions={discover}>
          Streams that you watch for more than a few seconds while signed in are listed here.
        </EmptyState>
      }
    />
  </Page>
);

export function PreferencesPage() {
  const { user } = useSession();
  const isStreamer = user?.roles.includes('streamer') ?? false;
  const told: NotificationType[] = isStreamer
    ? ['stream_live', 'follower', 'other']
    : ['stream_live', 'other'];
  return (
    <Page title="Preferences">
      <PreferencesForm
        told={told}
        appearance={<Appearance />}
        device={user && <PushSetting userId={user.id} />}
      />
    </Page>
  );
}

function Appearance() {
  const theme = useTheme();
  const sidebar = useSidebarOpen();
  return (
    <div className="flex flex-col gap-3">
      <Field label="Theme" hint="On every device you sign in on.">
        {(control) => (
          <Select {...control} value={theme} onChange={({ target }) => setTheme(target.value as Theme)}>
            <option value="dark">Dark</option>
            <option value="light">Light</option>
            <option value="system">As the system</option>
          </Select>
        )}
      </Field>
      <Field label="Sidebar" hint="On screens from 1024 pixels on. Kept in this browser.">
        {(control) => (
          <Select {...control} value={sidebar ? 'open' : 'icons'} onChange={toggleSidebar}>
            <option value="open">With words</option>
            <option value="icons">Icons alone</option>
          </Select>
        )}
      </Field>
    </div>
  );
}
