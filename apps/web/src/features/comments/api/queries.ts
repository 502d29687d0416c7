import { keepPreviousData } from '@tanstack/react-query';
import type { Comment, CommentId, CommentOrder } from '@tributary/contracts/comments';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { apiQuery, type Scope } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { useApi, useApiMutation, useApiPages } from '@/lib/api/use-api.ts';

/** The lists of comments and what is counted of them. */
const ALL: readonly Scope[] = [
  'GET /api/streams/:id/comments',
  'GET /api/streams/:id/comments/section',
  'GET /api/comments/:id/replies',
  'GET /api/comments/:id',
  'GET /api/chats/:channelId/held-comments',
];

export const useSection = (id: StreamId) =>
  useApi('GET /api/streams/:id/comments/section', { params: { id } });

export const useComments = (id: StreamId, order: CommentOrder) =>
  useApiPages(
    'GET /api/streams/:id/comments',
    { params: { id }, query: { order } },
    // Another order replaces the present one once it has loaded.
    { placeholderData: keepPreviousData },
  );

/** The comments that wait for a moderator, oldest first. */
export const useHeldComments = (id: StreamId, enabled: boolean) =>
  useApiPages('GET /api/streams/:id/comments', { params: { id }, query: { order: 'held' } }, { enabled });

/** The comments of a channel that wait for a moderator, oldest first. */
export const useHeldQueue = (channelId: UserId) =>
  useApiPages('GET /api/chats/:channelId/held-comments', { params: { channelId } }, { staleTime: 0 });

export const useHeldCount = (channelId: UserId): number =>
  useApi('GET /api/chats/:channelId/held-comments', { params: { channelId } }).data?.count ?? 0;

export const useReplies = (id: CommentId, enabled: boolean) =>
  useApiPages('GET /api/comments/:id/replies', { params: { id } }, { enabled });

/** The comment that a link leads to, until it is deleted. */
export function useLinkedComment(id: string | undefined): Comment | undefined {
  const { data, isError } = useApi(
    'GET /api/comments/:id',
    { params: { id: id as CommentId } },
    { enabled: id !== undefined, retry: false },
  );
  return isError ? undefined : data;
}

export const useWriteComment = (id: StreamId) =>
  useApiMutation(
    (body: { text: string; replyTo?: CommentId | undefined }) =>
      call('POST /api/streams/:id/comments', { params: { id }, body }),
    { invalidates: ALL },
  );

export const useEditComment = (id: CommentId) =>
  useApiMutation((text: string) => call('PATCH /api/comments/:id', { params: { id }, body: { text } }), {
    invalidates: ALL,
  });

export const useDeleteComment = () => useApiMutation('DELETE /api/comments/:id', { invalidates: ALL });

export const useDecideComment = (failure: string) =>
  useApiMutation('PUT /api/comments/:id/decision', { invalidates: ALL, failure });

export const useLikeComment = ({ id }: Comment, failure: string) =>
  useApiMutation(
    (isLiked: boolean) =>
      isLiked
        ? call('PUT /api/comments/:id/like', { params: { id } })
        : call('DELETE /api/comments/:id/like', { params: { id } }),
    { failure },
  );

/** Bans a person from the chats of the channel, for which the bans of comments are the same. */
export const useBan = (id: StreamId, userId: UserId) =>
  useApiMutation(
    () => call('PUT /api/streams/:id/chat/bans/:userId', { params: { id, userId }, body: { seconds: null } }),
    { invalidates: ALL },
  );

export const useSetRecordingComments = (id: StreamId, failure: string) =>
  useApiMutation(
    (isOn: boolean) => call('PUT /api/streams/:id/comments/settings', { params: { id }, body: { isOn } }),
    { invalidates: ALL, failure },
  );

export const useCommentSettings = () => useApi('GET /api/me/comment-settings');

export const useSetComments = (failure: string) =>
  useApiMutation('PUT /api/me/comment-settings', {
    answers: apiQuery('GET /api/me/comment-settings'),
    invalidates: ALL,
    failure,
  });
