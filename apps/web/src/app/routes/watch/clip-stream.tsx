import type { StreamDetail } from '@tributary/contracts/live';
import type { ComponentProps, ReactNode } from 'react';
import { ClipButton } from '@/features/clips/index.ts';
import { RangePlayer } from '@/features/live/index.ts';
import { useSignInFirst } from '../../sign-in-first.tsx';

interface ClipStreamProps extends Pick<ComponentProps<typeof ClipButton>, 'size'> {
  detail: StreamDetail;
  /** The position that is watched, in milliseconds of the recording; null: live. */
  position: () => number | null;
  button?: (open: () => void) => ReactNode;
}

/** Leads to a clip of a stream whose recording others may watch. */
export function ClipStream({ detail: { stream, streamer }, ...rest }: ClipStreamProps) {
  const signInFirst = useSignInFirst();
  if (!stream?.recording || stream.isHidden || stream.recording.isPrivate) return null;
  const source = {
    id: stream.id,
    title: stream.title,
    // The player of a gated stream keeps the access open for the same path.
    playbackUrl: stream.recording.playbackUrl ?? `/recordings/${stream.id}/index.m3u8`,
    poster: stream.thumbnailUrl,
  };
  return (
    <ClipButton
      source={source}
      streamerId={streamer.id}
      preview={RangePlayer}
      onSignedOut={signInFirst}
      {...rest}
    />
  );
}
