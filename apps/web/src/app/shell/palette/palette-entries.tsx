import { useNavigate } from '@tanstack/react-router';
import type { StreamerSummary } from '@tributary/contracts/channels';
import { CATEGORY_MENU, categorySlug } from '@tributary/contracts/shared';
import {
  Gauge,
  LayoutDashboard,
  LogIn,
  LogOut,
  Monitor,
  Moon,
  PanelLeft,
  Radio,
  Receipt,
  Repeat,
  Sun,
  Tag,
  UserPlus,
  UserRound,
} from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useFeatured, useSearchResults } from '@/features/discovery/index.ts';
import { toggleSidebar } from '@/lib/browser/sidebar.ts';
import { setTheme } from '@/lib/browser/theme.ts';
import { formatCount } from '@/lib/format/numbers.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Avatar } from '@/ui/media/avatar.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { INFORMATION, PAGES } from '../navigation.ts';
import { useSidebarPlace } from '../sidebar/sidebar.tsx';
import { useSignOut } from '../use-sign-out.ts';
import { type Ranked, type RankedGroup, rankGroups } from './palette-ranking.ts';

export interface PaletteEntry extends Ranked {
  /** Unique in the palette. */
  id: string;
  icon: ReactNode;
  content: ReactNode;
  act: () => unknown;
}

export type PaletteGroup = RankedGroup<PaletteEntry>;

type Icon = ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>;

function entry(label: string, Icon: Icon, act: () => unknown, words: string[] = []): PaletteEntry {
  const icon = <Icon size={18} aria-hidden="true" />;
  return { id: label, names: [label, ...words], icon, content: label, act };
}

/** The pages, channels, categories and actions that `words` find, best first. */
export function usePaletteGroups(words: string): PaletteGroup[] {
  const channels = useChannels(words);
  const pages = usePages();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const place = useSidebarPlace();
  const { user } = useSession();
  const categories = {
    heading: t('shell.categories'),
    entries: CATEGORY_MENU.map((name) =>
      entry(categoryName(name), name === 'Live' ? Radio : Tag, () =>
        navigate({ to: '/discover', search: { category: categorySlug(name) } }),
      ),
    ),
  };
  const actions = {
    heading: t('shell.palette.actions'),
    entries: [
      entry(t('shell.palette.dark'), Moon, () => setTheme('dark')),
      entry(t('shell.palette.light'), Sun, () => setTheme('light')),
      entry(t('shell.palette.system'), Monitor, () => setTheme('system')),
      entry(t('shell.palette.sidebar'), PanelLeft, () => toggleSidebar(place)),
      ...(user ? [entry(t('shell.logOut'), LogOut, signOut, ['sign out'])] : []),
    ],
  };
  // Of equally good matches, the app's own come first: a channel may bear the name of a page.
  const all =
    words.trim() === ''
      ? [...channels, pages, categories, actions]
      : [pages, categories, actions, ...channels];
  return rankGroups(words, all);
}

function usePages(): PaletteGroup {
  const session = useSession();
  const navigate = useNavigate();
  const { user } = session;
  const entries = [...PAGES, ...INFORMATION].map(({ to, label, icon }) =>
    entry(label, icon, () => navigate({ to })),
  );
  if (user?.roles.includes('admin'))
    entries.push(entry(t('shell.adminDashboard'), Gauge, () => navigate({ to: '/dashboard/admin' })));
  if (user?.roles.includes('streamer'))
    entries.push(
      entry(t('shell.creatorDashboard'), LayoutDashboard, () => navigate({ to: '/dashboard/streamer' })),
    );
  if (user) {
    entries.push(
      entry(t('shell.viewerDashboard'), LayoutDashboard, () => navigate({ to: '/dashboard/viewer' })),
      entry(t('shell.myProfile'), UserRound, () => navigate({ to: '/profile' }), ['account', 'avatar']),
      entry(t('shell.palette.billing'), Receipt, () => navigate({ to: '/billing' }), ['paid']),
      entry(t('shell.link.subscriptions'), Repeat, () => navigate({ to: '/subscription-management' }), [
        'tiers',
      ]),
    );
  }
  if (session.state === 'signed-out') {
    entries.push(
      entry(t('ui.signIn'), LogIn, () => navigate({ to: '/login' })),
      entry(t('shell.signUp'), UserPlus, () => navigate({ to: '/register' })),
    );
  }
  return { heading: t('shell.pages'), entries };
}

/** Live streams, and channels once the server has searched them. */
function useChannels(words: string): PaletteGroup[] {
  const navigate = useNavigate();
  const { data: featured = [] } = useFeatured();
  const results = useSearchResults(words);
  const found = results !== undefined;
  const live = (results?.streams ?? featured).map(
    ({ id, slug, title, category, currentViewers, streamer }) => ({
      id,
      found,
      names: [streamer.displayName, streamer.username, title, category],
      icon: <Avatar name={streamer.displayName} src={streamer.avatarUrl} size={24} />,
      content: (
        <>
          <Name of={streamer} />
          <span className="min-w-0 flex-1 truncate text-muted">{title}</span>
          {currentViewers > 0 && (
            <span className="text-live tabular-nums">{formatCount(currentViewers)}</span>
          )}
        </>
      ),
      act: () => navigate({ to: '/s/$username/$slug', params: { username: streamer.username, slug } }),
    }),
  );
  const people = (results?.people ?? []).map(({ streamer, followers }) => ({
    id: streamer.id,
    found,
    names: [streamer.displayName, streamer.username],
    icon: <Avatar name={streamer.displayName} src={streamer.avatarUrl} size={24} />,
    content: (
      <>
        <Name of={streamer} />
        <span className="min-w-0 flex-1 truncate text-muted">
          <bdi>@{streamer.username}</bdi>
        </span>
        <span className="text-muted tabular-nums">
          {t('ui.followers', { count: followers, shown: formatCount(followers) })}
        </span>
      </>
    ),
    act: () => navigate({ to: '/streamer/$username', params: { username: streamer.username } }),
  }));
  return [
    { heading: t('shell.liveChannels'), entries: live },
    { heading: t('shell.channels'), entries: people },
  ];
}

function Name({ of: { displayName, isVerified } }: { of: StreamerSummary }) {
  return (
    <>
      <bdi className="truncate">{displayName}</bdi>
      {isVerified && <VerifiedBadge size={13} />}
    </>
  );
}
