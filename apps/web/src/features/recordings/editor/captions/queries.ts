import { useQuery } from '@tanstack/react-query';
import { type CaptionCue, parseCaptions, writeWebVtt } from '@tributary/contracts/recordings';
import type { CaptionTrack, StreamId } from '@tributary/contracts/shared';
import { apiQuery } from '@/lib/api/api-query.ts';
import { ApiProblem, call, problemOf } from '@/lib/api/client.ts';
import { upload } from '@/lib/api/upload.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';

/** The captions of a track as they are now. They are not read again while they are edited. */
export const useCues = (url: string | null) =>
  useQuery({
    queryKey: ['cues', url],
    enabled: url !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<readonly CaptionCue[]> => {
      const answer = await fetch(url ?? '', { cache: 'no-store', signal });
      if (!answer.ok) throw new ApiProblem(problemOf(answer.status, undefined));
      return parseCaptions(await answer.text()).cues;
    },
  });

interface Saved {
  language: string;
  label: string;
  cues: readonly CaptionCue[];
}

const tracks = (id: StreamId) => ({
  answers: apiQuery('GET /api/me/recordings/:id/captions', { params: { id } }),
});

/** The form shows why it failed. */
export const useSaveCaptions = (id: StreamId) =>
  useApiMutation(async ({ language, label, cues }: Saved) => {
    const file = new File([writeWebVtt(cues)], 'captions.vtt', { type: 'text/vtt' });
    const path = `/api/me/recordings/${id}/captions/${language}?label=${encodeURIComponent(label)}`;
    // The server validates its responses against the contract.
    return (await upload(path, file, () => {})) as { items: CaptionTrack[] };
  }, tracks(id));

export const useDeleteCaptions = (id: StreamId) =>
  useApiMutation(
    (language: string) =>
      call('DELETE /api/me/recordings/:id/captions/:language', { params: { id, language } }),
    tracks(id),
  );
