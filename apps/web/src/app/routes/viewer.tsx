/** The viewer's dashboard. */
import { Link } from '@tanstack/react-router';
import { Bookmark, Heart, History, Radio } from 'lucide-react';
import type { ReactNode } from 'react';
import { FeaturedGrid, FeaturedGridSkeleton, useFeatured } from '@/features/discovery/index.ts';
import { messageOf } from '@/lib/query.ts';
import { toggleSidebar, useSidebarOpen } from '@/lib/sidebar.ts';
import { setTheme, type Theme, useTheme } from '@/lib/theme.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';
import { LivePreview } from '../live-preview.tsx';
import { DashboardFrame, type DashboardPlace } from './dashboard-frame.tsx';
import { ProfileSection } from './profile-section.tsx';

const PLACES: readonly DashboardPlace[] = [
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

export function ViewerPage() {
  const featured = useFeatured();
  return (
    <Page title="Viewer dashboard">
      {featured.isPending && <FeaturedGridSkeleton />}
      {featured.isError && !featured.data && (
        <ErrorState message={messageOf(featured.error)} onRetry={() => void featured.refetch()} />
      )}
      {featured.data?.length === 0 && (
        <EmptyState
          icon={Radio}
          title="Nobody is live right now."
          actions={
            <Button asChild>
              <Link to="/start-streaming">Start streaming</Link>
            </Button>
          }
        >
          Live channels appear here by themselves.
        </EmptyState>
      )}
      {featured.data && <FeaturedGrid streams={featured.data} preview={LivePreview} />}
    </Page>
  );
}

export const ViewerProfilePage = () => (
  <Page title="Profile">
    <ProfileSection />
  </Page>
);

export const FollowingPage = () => (
  <Page title="Following">
    <EmptyState icon={Heart} title="You follow nobody." actions={discover}>
      All live channels are on Discover, and beside every page on a wide screen.
    </EmptyState>
  </Page>
);

export const SavedPage = () => (
  <Page title="Saved">
    <EmptyState icon={Bookmark} title="You have saved nothing." actions={discover}>
      Broadcasts are live only here: nothing is recorded that could be kept for later.
    </EmptyState>
  </Page>
);

export const HistoryPage = () => (
  <Page title="History">
    <EmptyState icon={History} title="Your history is empty." actions={discover}>
      What you watch is counted, and not written down: this instance keeps no record of it.
    </EmptyState>
  </Page>
);

export function PreferencesPage() {
  const theme = useTheme();
  const sidebar = useSidebarOpen();
  return (
    <Page title="Preferences">
      <div className="flex max-w-sm flex-col gap-3">
        <Field label="Theme" hint="Kept in this browser.">
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
    </Page>
  );
}
