import { getRouteApi } from '@tanstack/react-router';
import { LIVE_SLUG } from '@tributary/contracts/shared';
import { EmbedPlayer } from '@/features/live/index.ts';
import { NotFound } from '../errors/not-found.tsx';

const channel = getRouteApi('/embed/$username');
const stream = getRouteApi('/embed/stream/$id');

export function EmbedChannelPage() {
  const { username } = channel.useParams();
  return (
    <EmbedPlayer
      address={{ username, slug: LIVE_SLUG }}
      startOptions={channel.useSearch()}
      notFound={<NotFound />}
    />
  );
}

export function EmbedStreamPage() {
  return (
    <EmbedPlayer address={stream.useParams()} startOptions={stream.useSearch()} notFound={<NotFound />} />
  );
}
