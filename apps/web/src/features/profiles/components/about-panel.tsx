import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { useProfile } from '../api/use-profile.ts';
import { Bio, ProfileLinks } from './profile-parts.tsx';

interface AboutPanelProps {
  username: string;
  /** More about the channel, beside the bio where there is room. */
  children: ReactNode;
}

/** Shows the bio and links of a channel, and leads to its profile. */
export function AboutPanel({ username, children }: AboutPanelProps) {
  return (
    <Loaded query={useProfile(username)} height="h-48">
      {({ displayName, bio, links }) => (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] gap-x-10 gap-y-6">
          <div className="flex min-w-0 flex-col items-start gap-5">
            {bio ? (
              <Bio text={bio} />
            ) : (
              <p className="text-muted">
                <Text k="profiles.noBio" values={{ displayName, name: (words) => <bdi>{words}</bdi> }} />
              </p>
            )}
            {links.length > 0 && <ProfileLinks links={links} />}
            <Button asChild variant="secondary" size="sm">
              <Link to="/streamer/$username" params={{ username }}>
                {t('profiles.view')}
              </Link>
            </Button>
          </div>
          {children}
        </div>
      )}
    </Loaded>
  );
}

/** Whether the profile of a channel has loaded, so that content below it can be shown. */
export const useProfileSettled = (username: string): boolean => useProfile(username).isFetched;
