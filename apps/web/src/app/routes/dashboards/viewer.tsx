/** The viewer dashboard. */
import { Link, useParams } from '@tanstack/react-router';
import type { FeaturedStream } from '@tributary/contracts/live';
import { Bell, Bookmark, Heart, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { ModeratedChannel, ModeratedChannels } from '@/features/chat/index.ts';
import { HeldCommentQueue } from '@/features/comments/index.ts';
import { FeaturedGrid, FeaturedGridSkeleton, useFeatured } from '@/features/discovery/index.ts';
import { FollowedChannels, useFollowedLive } from '@/features/follows/index.ts';
import { HistoryList, LastWatched, OverviewFigures, SavedList } from '@/features/library/index.ts';
import { SwarmPreference } from '@/features/live/index.ts';
import { NotificationList, PushSetting } from '@/features/notifications/index.ts';
import { HistoryPauseSwitch, PreferencesForm } from '@/features/preferences/index.ts';
import { toggleSidebar, useSidebarOpen } from '@/lib/browser/sidebar.ts';
import { setTheme, type Theme, useTheme } from '@/lib/browser/theme.ts';
import { t } from '@/lib/messages/t.ts';
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
  { to: '/dashboard/viewer', label: t('dashboards.overview') },
  { to: '/dashboard/viewer/profile', label: t('dashboards.profile') },
  { to: '/dashboard/viewer/following', label: t('dashboards.following') },
  { to: '/dashboard/viewer/saved', label: t('dashboards.saved') },
  { to: '/dashboard/viewer/history', label: t('dashboards.history') },
  { to: '/dashboard/viewer/notifications', label: t('dashboards.notifications') },
  { to: '/dashboard/viewer/moderation', label: t('dashboards.moderation') },
  { to: '/dashboard/viewer/preferences', label: t('dashboards.preferences') },
];

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <DashboardLayout name={t('dashboards.viewer')} pages={PAGES} title={title}>
      {children}
    </DashboardLayout>
  );
}

const discover = (
  <Button asChild>
    <Link to="/discover">{t('dashboards.browse')}</Link>
  </Button>
);

function LiveGrid({ title, streams }: { title?: string; streams: readonly FeaturedStream[] }) {
  return <FeaturedGrid {...(title && { title })} streams={streams} preview={LivePreview} />;
}

export const ViewerPage = () => (
  <Page title={t('dashboards.viewer')}>
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
  if (followed.data?.length) return <LiveGrid title={t('dashboards.liveFollowed')} streams={followed.data} />;
  return <LiveGrid title={t('dashboards.liveNow')} streams={featured.data ?? []} />;
}

export const ViewerProfilePage = () => (
  <Page title={t('dashboards.profile')}>
    <ProfileSection />
  </Page>
);

export const FollowingPage = () => (
  <Page title={t('dashboards.following')}>
    <FollowedChannels
      live={LiveGrid}
      empty={
        <EmptyState icon={Heart} title={t('dashboards.noFollows')} actions={discover}>
          {t('dashboards.noFollowsWhy')}
        </EmptyState>
      }
    />
  </Page>
);

export const SavedPage = () => (
  <Page title={t('dashboards.saved')}>
    <SavedList
      empty={
        <EmptyState icon={Bookmark} title={t('dashboards.noSaved')} actions={discover}>
          {t('dashboards.noSavedWhy')}
        </EmptyState>
      }
    />
  </Page>
);

export const HistoryPage = () => (
  <Page title={t('dashboards.history')}>
    <HistoryList
      pause={<HistoryPauseSwitch />}
      empty={
        <EmptyState icon={History} title={t('dashboards.noHistory')} actions={discover}>
          {t('dashboards.noHistoryWhy')}
        </EmptyState>
      }
    />
  </Page>
);

export const NotificationsPage = () => (
  <Page title={t('dashboards.notifications')}>
    <NotificationList
      empty={
        <EmptyState icon={Bell} title={t('dashboards.noNotifications')} actions={discover}>
          {t('dashboards.noNotificationsWhy')}
        </EmptyState>
      }
    />
  </Page>
);

export const ModerationPage = () => (
  <Page title={t('dashboards.moderation')}>
    <ModeratedChannels />
  </Page>
);

export function ModeratedChannelPage() {
  const { username } = useParams({ from: '/dashboard/viewer/moderation/$username' });
  return (
    <Page title={t('dashboards.chatOf', { username })}>
      <ModeratedChannel
        key={username}
        username={username}
        comments={(channelId) => <HeldCommentQueue channelId={channelId} />}
      />
    </Page>
  );
}

export function PreferencesPage() {
  const { user } = useSession();
  return (
    <Page title={t('dashboards.preferences')}>
      <PreferencesForm
        appearance={<Appearance />}
        playback={<SwarmPreference />}
        device={user && <PushSetting userId={user.id} />}
      />
    </Page>
  );
}

function Appearance() {
  const theme = useTheme();
  const sidebar = useSidebarOpen('pages');
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('dashboards.theme')} hint={t('dashboards.theme.hint')}>
        {(control) => (
          <Select {...control} value={theme} onChange={({ target }) => setTheme(target.value as Theme)}>
            <option value="dark">{t('dashboards.theme.dark')}</option>
            <option value="light">{t('dashboards.theme.light')}</option>
            <option value="system">{t('dashboards.theme.system')}</option>
          </Select>
        )}
      </Field>
      <Field label={t('dashboards.sidebar')} hint={t('dashboards.sidebar.hint')}>
        {(control) => (
          <Select {...control} value={sidebar ? 'open' : 'icons'} onChange={() => toggleSidebar('pages')}>
            <option value="open">{t('dashboards.sidebar.labels')}</option>
            <option value="icons">{t('dashboards.sidebar.icons')}</option>
          </Select>
        )}
      </Field>
    </div>
  );
}
