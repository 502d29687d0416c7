/** The recording that plays after another one, which a countdown starts. */
import { Link, useNavigate } from '@tanstack/react-router';
import type { Video } from '@tributary/contracts/discovery';
import type { StreamDetail } from '@tributary/contracts/live';
import { Play } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNextVideo } from '@/features/discovery/index.ts';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { playback } from '@/lib/playback.ts';
import { Button } from '@/ui/button.tsx';
import { Image } from '@/ui/media/image.tsx';

const SECONDS = 8;

/** Whether the next recording starts by itself: not if the viewer prefers that nothing does, or is writing. */
function startsItself(): boolean {
  const { autoplay, lowData } = playback();
  const isWriting = document.activeElement?.matches('textarea, input, [contenteditable="true"]') ?? false;
  const prefersLess = matchMedia('(prefers-reduced-data: reduce), (prefers-reduced-motion: reduce)').matches;
  return autoplay && !lowData && !isWriting && !prefersLess;
}

/** Shows the next recording over one that has ended; renders nothing if there is none. */
export default function UpNext({ detail: { stream, streamer } }: { detail: StreamDetail }) {
  if (!stream) return null;
  return <Next key={stream.id} id={stream.id} streamer={streamer} />;
}

function Next(recording: Parameters<typeof useNextVideo>[0]) {
  const video = useNextVideo(recording);
  const navigate = useNavigate();
  const [isCounting, setCounting] = useState(startsItself);
  if (video === null) return null;
  const params = { username: video.streamer.username, slug: video.slug };
  const play = () => void navigate({ to: '/s/$username/$slug', params });
  // A recording that needs access, or that viewers must confirm, is for the viewer to open.
  const isOpen = video.gate === null && !video.isMature;
  return (
    <section aria-label={t('watch.next')} className="flex w-full max-w-md flex-col gap-2 text-start sm:gap-3">
      {isCounting && isOpen ? (
        <Countdown onEnd={play} />
      ) : (
        <p className="font-display font-semibold text-base sm:text-lg">{t('watch.next')}</p>
      )}
      <Link
        to="/s/$username/$slug"
        params={params}
        className="group flex items-center gap-3 text-on-media no-underline"
      >
        <Thumbnail video={video} />
        <span className="min-w-0">
          <span dir="auto" className="line-clamp-2 font-semibold group-hover:underline">
            {video.title}
          </span>
          <bdi className="block truncate text-sm opacity-90">
            {video.streamer.displayName || video.streamer.username}
          </bdi>
        </span>
      </Link>
      <div className="flex gap-2">
        <Button asChild>
          <Link to="/s/$username/$slug" params={params}>
            <Play size={16} aria-hidden="true" fill="currentColor" />
            {t('watch.next.play')}
          </Link>
        </Button>
        {isCounting && isOpen && (
          <Button variant="secondary" onClick={() => setCounting(false)}>
            {t('watch.next.stop')}
          </Button>
        )}
      </div>
    </section>
  );
}

function Countdown({ onEnd }: { onEnd: () => void }) {
  const [left, setLeft] = useState(SECONDS);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : end()), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    // Screen readers announce it once, not each second.
    <p role="timer" className="font-display font-semibold text-base tabular-nums sm:text-lg">
      {t('watch.next.in', { count: left })}
    </p>
  );
}

const Thumbnail = ({ video }: { video: Video }) => (
  <span className="relative block aspect-video w-24 shrink-0 overflow-hidden rounded-control bg-surface-2 sm:w-40">
    <Image
      src={video.thumbnailUrl}
      alt=""
      className={video.isMature ? 'size-full scale-110 blur-xl' : 'size-full'}
    />
    <span className="absolute end-1 bottom-1 rounded-[5px] bg-media-shade px-1 text-xs tabular-nums">
      {formatClock(video.durationMs / 1000)}
    </span>
  </span>
);
