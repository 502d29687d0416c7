import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Clip } from '@tributary/contracts/clips';
import { ClipChat } from '@/features/chat/index.ts';
import { ClipEmbed, MoreClips, ClipPage as Page } from '@/features/clips/index.ts';
import { FollowButton } from '@/features/follows/index.ts';
import { ClipStage } from '@/features/live/index.ts';
import { useSignInFirst } from '../../sign-in-first.tsx';
import { RecordingPreview } from './previews.tsx';

const page = getRouteApi('/clips/$id');
const embed = getRouteApi('/embed/clip/$id');

export function ClipPage() {
  const { id } = page.useParams();
  const navigate = useNavigate();
  return (
    <Page
      key={id}
      id={id}
      player={ClipStage}
      chat={Chat}
      follow={Follow}
      more={<MoreClips id={id} preview={RecordingPreview} />}
      onDeleted={() => void navigate({ to: '/discover' })}
    />
  );
}

const Follow = ({ clip }: { clip: Clip }) => (
  <FollowButton streamer={clip.streamer} size="sm" onSignedOut={useSignInFirst()} />
);

function Chat({ clip, watchedAt }: { clip: Clip; watchedAt: () => number | null }) {
  return <ClipChat streamId={clip.stream.id} channelId={clip.streamer.id} watchedAt={watchedAt} />;
}

export function EmbedClipPage() {
  return <ClipEmbed id={embed.useParams().id} player={ClipStage} />;
}
