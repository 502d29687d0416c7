import { getRouteApi } from '@tanstack/react-router';
import { StreamList, useFeatured } from '@/features/discovery/index.ts';
import { StreamPage } from '@/features/live/index.ts';
import { LivePreview } from '../live-preview.tsx';
import { NotFound } from '../not-found.tsx';

const bySlug = getRouteApi('/s/$username/$slug');
const byId = getRouteApi('/stream/$id');

export function StreamBySlugPage() {
  return <StreamPage address={bySlug.useParams()} notFound={<NotFound />} beside={MoreStreams} />;
}

export function StreamByIdPage() {
  return <StreamPage address={byId.useParams()} notFound={<NotFound />} beside={MoreStreams} />;
}

/** The other featured streams, so that a page between two broadcasts is no dead end. */
function MoreStreams({ except }: { except: string | null }) {
  const { data = [] } = useFeatured();
  return (
    <StreamList title="Also live" streams={data.filter(({ id }) => id !== except)} preview={LivePreview} />
  );
}
