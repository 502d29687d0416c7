import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useApi } from '@/lib/api/use-api.ts';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { Section } from '@/ui/layout.tsx';
import { CategoryLink } from '@/ui/media/category-link.tsx';
import { Image } from '@/ui/media/image.tsx';
import { Ago } from '@/ui/time.tsx';
import { useProfile } from '../api/use-profile.ts';

const useVideo = (username: string) => {
  const id = useProfile(username).data?.featuredVideoId ?? null;
  return {
    id,
    video: useApi('GET /api/streams/:id', { params: { id: id ?? '' } }, { enabled: id !== null }),
  };
};

/** Whether the featured video of a channel has loaded, so that content below it can be shown. */
export function useFeaturedVideoSettled(username: string): boolean {
  const { id, video } = useVideo(username);
  return id === null || video.isFetched;
}

/** The video that a creator shows first; renders nothing without one, or while others may not watch it. */
export function FeaturedVideo({ username }: { username: string }) {
  const { video } = useVideo(username);
  const { stream = null, streamer } = video.data ?? {};
  const recording = stream?.recording;
  if (!stream || !streamer || !recording || recording.isPrivate || stream.isHidden) return null;
  const { durationMs } = recording;
  return (
    <Section title={t('profiles.featured')}>
      <div className="group relative grid items-center gap-x-8 gap-y-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="relative aspect-video overflow-hidden rounded-media bg-black">
          <Image src={stream.thumbnailUrl} alt="" className="size-full" />
          <span className="absolute inset-0 grid place-items-center bg-black/20 transition-colors duration-(--duration-fast) group-hover:bg-black/40">
            <Play size={44} aria-hidden="true" className="fill-white text-white" />
          </span>
          {durationMs !== null && (
            <span className="absolute end-2 bottom-2 rounded-[5px] bg-black/75 px-1.5 py-0.5 font-medium text-white text-xs tabular-nums">
              {formatClock(durationMs / 1000)}
            </span>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-2">
          <h3 className="text-lg [overflow-wrap:anywhere]">
            <Link
              to="/s/$username/$slug"
              params={{ username: streamer.username, slug: stream.slug }}
              className="text-ink no-underline after:absolute after:inset-0 after:rounded-media focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-4 group-hover:text-accent"
            >
              <bdi>{stream.title}</bdi>
            </Link>
          </h3>
          <p className="relative w-fit text-muted text-sm">
            <CategoryLink category={stream.category} /> · <Ago at={stream.startedAt} />
          </p>
        </div>
      </div>
    </Section>
  );
}
