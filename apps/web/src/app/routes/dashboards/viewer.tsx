/** The viewer dashboard. */
import { Link, useParams } from '@tanstack/react-router';
import type { FeaturedStream } from '@tributary/contracts/live';
import { Bell, Bookmark, Heart, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { ModeratedChannel, ModeratedChannels } from '@/features/chat/index.ts';
import { FeaturedGrid, FeaturedGridSkeleton, useFeatured } from '@/features/discovery/index.ts';
import { FollowedChannels, useFollowedLive } from '@/features/follows/index.ts';
import { HistoryList, LastWatched, OverviewFigures, SavedList } from '@/features/library/index.ts';
import { NotificationList, PushSetting } from '@/features/notifications/index.ts';
import { HistoryPauseSwitch, PreferencesForm } from '@/features/preferences/index.ts';
import { toggleSidebar, useSidebarOpen } from '@/lib/browser/sidebar.ts';
import { setTheme, type Theme, useTheme } from '@/lib/browser/theme.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { ProfileSection } from '../account/profile.tsx';
import type { SectionLink } from '../layouts.tsx';
import { DashboardLayout } from '../layouts.tsx';
import { LivePreview } from '../watch/previews.tsx';

const PAGES: readonly SectionLink[] = [
  { to: '/dashboard/viewer', label: 'Overview' },
  { to: '/dashboard/viewer/profile', label: 'Profile' },
  { to: '/dashboard/viewer/following', label: 'Following' },
  { to: '/dashboard/viewer/saved', label: 'Saved' },
  { to: '/dashboard/viewer/history', label: 'History' },
  { to: '/dashboard/viewer/notifications', label: 'Notifications' },
  { to: '/dashboard/viewer/moderation', label: 'Moderation' },
  { to: '/dashboard/viewer/preferences', label: 'Preferences' },
];

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <DashboardLayout name="Viewer dashboard" pages={PAGES} title={title}>
      {children}
    </DashboardLayout>
  );
}

const discover = (
  <Button asChild>
    <Link to="/discover">Browse live streams</Link>
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

/** Live streams of followed channels, or all of them. */
function WorthWatching() {
  const followed = useFollowedLive();
  const featured = useFeatured();
  if (followed.isPending) return <FeaturedGridSkeleton />;
  if (followed.data?.length) return <LiveGrid title="Live channels you follow" streams={followed.data} />;
  return <LiveGrid title="Live now" streams={featured.data ?? []} />;
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
        <EmptyState icon={Heart} title="You’re not following anyone yet" actions={discover}>
          Follow a channel and it appears here. We’ll tell you when it goes live.
        </EmptyState>
      }
    />
  </Page>
);

export const SavedPage = () => (
  <Page title="Saved">
    <SavedList
      empty={
        <EmptyState icon={Bookmark} title="No saved streams yet" actions={discover}>
          Save a stream to find it here later.
        </EmptyState>
      }
    />
  </Page>
);

export const HistoryPage = () => (
  <Page title="History">
    <HistoryList
      pause={<HistoryPauseSwitch />}
      empty={
        <EmptyState icon={History} title="No watch history yet" actions={discover}>
          Streams you watch while signed in appear here.
        </EmptyState>
      }
    />
  </Page>
);

export const NotificationsPage = () => (
  <Page title="Notifications">
    <NotificationList
      empty={
        <EmptyState icon={Bell} title="No notifications yet" actions={discover}>
          Follow channels to hear when they go live.
        </EmptyState>
      }
    />
  </Page>
);

export const ModerationPage = () => (
  <Page title="Moderation">
    <ModeratedChannels />
  </Page>
);

export function ModeratedChannelPage() {
  const { username } = useParams({ from: '/dashboard/viewer/moderation/$username' });
  return (
    <Page title={`Chat of ${username}`}>
      <ModeratedChannel key={username} username={username} />
    </Page>
  );
}

export function PreferencesPage() {
  const { user } = useSession();
  return (
    <Page title="Preferences">
      <PreferencesForm appearance={<Appearance />} device={user && <PushSetting userId={user.id} />} />
    </Page>
  );
}

function Appearance() {
  const theme = useTheme();
  const sidebar = useSidebarOpen('pages');
  return (
    <div className="flex flex-col gap-3">
      <Field label="Theme" hint="Applies on all devices you sign in on.">
        {(control) => (
          <Select {...control} value={theme} onChange={({ target }) => setTheme(target.value as Theme)}>
            <option value="dark">Dark</option>
            <option value="light">Light</option>
            <option value="system">System</option>
          </Select>
        )}
      </Field>
      <Field label="Sidebar" hint="On wide screens, in this browser. Stream pages start with icons only.">
        {(control) => (
          <Select {...control} value={sidebar ? 'open' : 'icons'} onChange={() => toggleSidebar('pages')}>
            <option value="open">Labels</option>
            <option value="icons">Icons only</option>
          </Select>
        )}
      </Field>
    </div>
  );
}
