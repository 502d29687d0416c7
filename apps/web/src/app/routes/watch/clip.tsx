import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ClipEmbed, ClipPage as Page } from '@/features/clips/index.ts';
import { ClipStage } from '@/features/live/index.ts';
import { NotFound } from '../errors/not-found.tsx';

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
      notFound={<NotFound />}
      onDeleted={() => void navigate({ to: '/discover' })}
    />
  );
}

export function EmbedClipPage() {
  return <ClipEmbed id={embed.useParams().id} player={ClipStage} notFound={<NotFound />} />;
}
