import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { useBecomeStreamer } from '../../api/use-channel.ts';

/** Explains what becoming a streamer does, with a button. */
export function BecomeStreamer({ username }: { username: string }) {
  const upgrade = useBecomeStreamer();
  return (
    <div className="flex flex-col items-start gap-6">
      <p className="max-w-[52ch] text-muted">
        This creates your channel at{' '}
        <span className="font-medium [overflow-wrap:anywhere] text-ink">
          {location.host}/s/{username}/live
        </span>{' '}
        and creates a stream key for your encoder. You keep everything you have as a viewer, and you only go
        live when you start your encoder.
      </p>
      <Button size="lg" busy={upgrade.isPending} onClick={() => upgrade.mutate()}>
        Become a streamer
      </Button>
      <p role="alert" className="text-live text-sm">
        {upgrade.isError && messageOf(upgrade.error)}
      </p>
    </div>
  );
}
