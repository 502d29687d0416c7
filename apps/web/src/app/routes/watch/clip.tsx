import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Clip } from '@tributary/contracts/clips';
import { ClipChat } from '@/features/chat/index.ts';
import { ClipEmbed, ClipPage as Page } from '@/features/clips/index.ts';
import { ClipStage } from '@/features/live/index.ts';

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
      onDeleted={() => void navigate({ to: '/discover' })}
    />
  );
}

function Chat({ clip, watchedAt }: { clip: Clip; watchedAt: () => number | null }) {
  return <ClipChat streamId={clip.stream.id} channelId={clip.streamer.id} watchedAt={watchedAt} />;
}

export function EmbedClipPage() {
  return <ClipEmbed id={embed.useParams().id} player={ClipStage} />;
}
