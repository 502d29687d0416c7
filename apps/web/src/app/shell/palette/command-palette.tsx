import { useNavigate } from '@tanstack/react-router';
import { CATEGORY_MENU, categorySlug, type StreamerSummary } from '@tributary/contracts';
import { Command } from 'cmdk';
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
  Search,
  Sun,
  Tag,
  UserPlus,
  UserRound,
} from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { setPaletteOpen } from '@/app/shell/palette/palette-state.ts';
import { useFeatured, useSearchResults } from '@/features/discovery/index.ts';
import { toggleSidebar } from '@/lib/browser/sidebar.ts';
import { setTheme } from '@/lib/browser/theme.ts';
import { formatCount } from '@/lib/format.ts';
import { useSession } from '@/lib/session.ts';
import { focused, returnFocus } from '@/ui/focus.ts';
import { Avatar } from '@/ui/media/avatar.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { INFORMATION, navigationFor } from '../navigation.ts';
import { useSidebarPlace } from '../sidebar/sidebar.tsx';
import { useSignOut } from '../use-sign-out.ts';

const row =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-sm data-[selected=true]:bg-surface-3';

type Icon = ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>;

/** Finds every page, live channel and action by a few letters. */
export default function CommandPalette() {
  const session = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const place = useSidebarPlace();
  const { data: featured = [] } = useFeatured();
  const [words, setWords] = useState('');
  const [from] = useState(focused);
  useEffect(() => () => returnFocus(from), [from]);
  const results = useSearchResults(words);
  const live = results?.streams ?? featured;
  // The server has already searched, so its results stay whatever their spelling. Including the words in the
  // value makes cmdk evaluate an entry again when they change.
  const found = (id: string) => (results ? `${id} ${words}` : id);

  const entry = (label: string, Icon: Icon, act: () => unknown, words: string[] = []) => (
    <Entry key={label} value={label} words={words} icon={<Icon size={18} aria-hidden="true" />} act={act}>
      {label}
    </Entry>
  );
  const { user } = session;
  return (
    <Command.Dialog
      open
      onOpenChange={setPaletteOpen}
      label="Go to anything"
      loop
      overlayClassName="fixed inset-0 z-50 animate-fade bg-scrim"
      contentClassName="fixed inset-x-4 top-[12dvh] z-50 mx-auto max-w-xl animate-fade overflow-hidden rounded-media bg-surface-2 shadow-float"
    >
      <Command.Input
        value={words}
        onValueChange={setWords}
        placeholder="Go to anything"
        className="h-14 w-full border-line border-b bg-transparent px-5 text-base outline-none"
      />
      <Command.List className="max-h-[min(26rem,60dvh)] overflow-y-auto p-2">
        <Command.Empty className="px-3 py-8 text-center text-muted text-sm">No results found.</Command.Empty>
        {live.length > 0 && (
          <Group heading="Live channels">
            {live.map((stream) => (
              <Entry
                key={stream.id}
                value={found(stream.id)}
                words={[stream.streamer.displayName, stream.streamer.username, stream.title, stream.category]}
                icon={<Avatar name={stream.streamer.displayName} src={stream.streamer.avatarUrl} size={24} />}
                act={() =>
                  navigate({
                    to: '/s/$username/$slug',
                    params: { username: stream.streamer.username, slug: stream.slug },
                  })
                }
              >
                <Name of={stream.streamer} />
                <span className="min-w-0 flex-1 truncate text-muted">{stream.title}</span>
                {stream.currentViewers > 0 && (
                  <span className="text-live tabular-nums">{formatCount(stream.currentViewers)}</span>
                )}
              </Entry>
            ))}
          </Group>
        )}
        {results && results.people.length > 0 && (
          <Group heading="Channels">
            {results.people.map(({ streamer, followers }) => (
              <Entry
                key={streamer.id}
                value={found(streamer.id)}
                words={[streamer.displayName, streamer.username]}
                icon={<Avatar name={streamer.displayName} src={streamer.avatarUrl} size={24} />}
                act={() => navigate({ to: '/streamer/$username', params: { username: streamer.username } })}
              >
                <Name of={streamer} />
                <span className="min-w-0 flex-1 truncate text-muted">@{streamer.username}</span>
                <span className="text-muted tabular-nums">
                  {formatCount(followers)} {followers === 1 ? 'follower' : 'followers'}
                </span>
              </Entry>
            ))}
          </Group>
        )}
        <Group heading="Pages">
          {[...navigationFor(session), ...INFORMATION].map(({ to, label, icon }) =>
            entry(label, icon, () => navigate({ to })),
          )}
          {user?.roles.includes('admin') &&
            entry('Admin Dashboard', Gauge, () => navigate({ to: '/dashboard/admin' }))}
          {user?.roles.includes('streamer') &&
            entry('Creator Dashboard', LayoutDashboard, () => navigate({ to: '/dashboard/streamer' }))}
          {user && entry('Viewer Dashboard', LayoutDashboard, () => navigate({ to: '/dashboard/viewer' }))}
          {user && entry('My Profile', UserRound, () => navigate({ to: '/profile' }), ['account', 'avatar'])}
          {user && entry('Billing', Receipt, () => navigate({ to: '/billing' }), ['paid'])}
          {user &&
            entry('Subscriptions', Repeat, () => navigate({ to: '/subscription-management' }), ['tiers'])}
          {session.state === 'signed-out' && entry('Sign In', LogIn, () => navigate({ to: '/login' }))}
          {session.state === 'signed-out' && entry('Sign Up', UserPlus, () => navigate({ to: '/register' }))}
        </Group>
        <Group heading="Categories">
          {CATEGORY_MENU.map((name) =>
            entry(name, name === 'Live' ? Radio : Tag, () =>
              navigate({ to: '/discover', search: { category: categorySlug(name) } }),
            ),
          )}
        </Group>
        <Group heading="Actions">
          {entry('Dark theme', Moon, () => setTheme('dark'))}
          {entry('Light theme', Sun, () => setTheme('light'))}
          {entry('System theme', Monitor, () => setTheme('system'))}
          {entry('Toggle sidebar', PanelLeft, () => toggleSidebar(place))}
          {user && entry('Log out', LogOut, signOut, ['sign out'])}
        </Group>
        {words.trim() !== '' && (
          // Always listed, after the entries that match.
          <Group heading="Discover" always>
            <Entry
              always
              value="discover"
              icon={<Search size={18} aria-hidden="true" />}
              act={() => navigate({ to: '/discover', search: { q: words.trim() } })}
            >
              <span className="truncate">
                Search Discover for “<bdi>{words.trim()}</bdi>”
              </span>
            </Entry>
          </Group>
        )}
      </Command.List>
    </Command.Dialog>
  );
}

interface GroupProps {
  heading: string;
  always?: boolean;
  children: ReactNode;
}

function Group({ heading, always = false, children }: GroupProps) {
  return (
    <Command.Group
      forceMount={always}
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

function Name({ of: { displayName, isVerified } }: { of: StreamerSummary }) {
  return (
    <>
      <bdi className="truncate">{displayName}</bdi>
      {isVerified && <VerifiedBadge size={13} />}
    </>
  );
}

interface EntryProps {
  value: string;
  words?: string[];
  /** Listed whether or not it matches. */
  always?: boolean;
  icon: ReactNode;
  act: () => unknown;
  children: ReactNode;
}

function Entry({ value, words = [], always = false, icon, act, children }: EntryProps) {
  const choose = () => {
    setPaletteOpen(false);
    act();
  };
  return (
    <Command.Item value={value} keywords={words} forceMount={always} onSelect={choose} className={row}>
      {icon}
      {children}
    </Command.Item>
  );
}
