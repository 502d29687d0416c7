/** The comments of a recording, which load after the page. */
import { useSearch } from '@tanstack/react-router';
import type { StreamDetail } from '@tributary/contracts/live';
import { CommentSection } from '@/features/comments/index.ts';
import { useSignInFirst } from '../../sign-in-first.tsx';

interface RecordingCommentsProps {
  detail: StreamDetail;
  onSeek: (seconds: number) => void;
}

export default function RecordingComments({ detail: { stream, streamer }, onSeek }: RecordingCommentsProps) {
  const { comment } = useSearch({ strict: false });
  const signInFirst = useSignInFirst();
  if (!stream?.recording) return null;
  const { durationMs } = stream.recording;
  return (
    <CommentSection
      key={stream.id}
      streamId={stream.id}
      streamerId={streamer.id}
      lengthSeconds={durationMs === null ? null : durationMs / 1000}
      linkedId={comment}
      onSeek={onSeek}
      onSignedOut={signInFirst}
    />
  );
}
