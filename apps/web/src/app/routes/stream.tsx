import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { StreamDetail } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import { useDocumentTitle } from '@/lib/document-title.ts';
import { messageOf } from '@/lib/query.ts';
import { Container } from '@/ui/layout.tsx';
import { Picture } from '@/ui/picture.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { ErrorState } from '@/ui/states.tsx';

const bySlug = getRouteApi('/s/$username/$slug');
const byId = getRouteApi('/stream/$id');

export function StreamBySlugPage() {
  const params = bySlug.useParams();
  const stream = useQuery({
    queryKey: ['stream', params],
    queryFn: () => call('GET /api/streamers/:username/streams/:slug', { params }),
  });
  return <Stream data={stream.data} error={stream.error} retry={() => void stream.refetch()} />;
}

export function StreamByIdPage() {
  const params = byId.useParams();
  const stream = useQuery({
    queryKey: ['stream', params],
    queryFn: () => call('GET /api/streams/:id', { params }),
  });
  return <Stream data={stream.data} error={stream.error} retry={() => void stream.refetch()} />;
}

interface StreamProps {
  data: StreamDetail | undefined;
  error: Error | null;
  retry: () => void;
}

function Stream({ data, error, retry }: StreamProps) {
  useDocumentTitle(data?.stream?.title);
  if (error) return <ErrorState message={messageOf(error)} onRetry={retry} />;
  return (
    <Container className="flex flex-col gap-4">
      {data ? (
        <Picture src={data.stream?.thumbnailUrl ?? null} alt="" className="aspect-video" />
      ) : (
        <Skeleton className="aspect-video" />
      )}
      <h1 dir="auto" className="text-lg">
        {data?.stream?.title ?? data?.streamer.displayName}
      </h1>
    </Container>
  );
}
