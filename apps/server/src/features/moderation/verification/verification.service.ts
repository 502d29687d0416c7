/** Streamers request verification, admins decide (spec section 4). */
import {
  type AdminVerificationRequest,
  type OwnVerification,
  VERIFICATION_PAGE_SIZE,
  type VerificationFilter,
  type VerificationRequest,
} from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import { isUniqueViolation } from '#platform/db/index.ts';
import { idKey } from '#platform/db/keyset.ts';
import { moderationErrors } from '../moderation.errors.ts';
import { verificationDecided } from '../moderation.notifications.ts';
import type { ModerationOptions } from '../moderation-options.ts';
import * as repo from './verification.repo.ts';

export interface Verification {
  of(userId: UserId): Promise<OwnVerification>;
  /** @throws AppError `already_verified`, `already_requested` */
  request(userId: UserId, links: readonly string[]): Promise<OwnVerification>;
  /** @throws AppError `cursor_invalid` */
  list(filter: VerificationFilter & { cursor?: string | undefined }): Promise<{
    items: AdminVerificationRequest[];
    next: string | null;
  }>;
  /** Approval grants the badge. @throws AppError `request_not_found`, `already_decided` */
  decide(
    id: string,
    decision: { status: 'approved' | 'rejected'; notes: string },
    by: Actor,
  ): Promise<AdminVerificationRequest>;
  countPending(): Promise<number>;
  exportOf(userId: UserId): Promise<{ verificationRequests: readonly repo.StoredRequest[] }>;
}

export function createVerification({ db, users, channels, notify }: ModerationOptions): Verification {
  async function of(userId: UserId): Promise<OwnVerification> {
    const [channel, newest] = await Promise.all([
      channels.streamerDataOf(userId),
      db.read((reader) => repo.findNewestOf(reader, userId)),
    ]);
    return { isVerified: channel?.isVerified ?? false, request: newest ? toRequest(newest) : null };
  }

  async function toCases(found: readonly repo.StoredRequest[]): Promise<AdminVerificationRequest[]> {
    const [streamers, reviewers] = await Promise.all([
      channels.summaries([...new Set(found.map(({ userId }) => userId))]),
      users.summaries([...new Set(found.flatMap(({ reviewedBy }) => reviewedBy ?? []))]),
    ]);
    return found.flatMap((request) => {
      const streamer = streamers.get(request.userId);
      const reviewedBy = (request.reviewedBy && reviewers.get(request.reviewedBy)?.username) ?? null;
      // Skip requests whose channel was deleted in the meantime.
      return streamer ? { ...toRequest(request), streamer, reviewedBy } : [];
    });
  }

  return {
    of,
    async request(userId, links) {
      if ((await of(userId)).isVerified) throw moderationErrors.already_verified();
      try {
        await db.transact((tx) => repo.insertRequest(tx, userId, links));
      } catch (error) {
        if (isUniqueViolation(error, 'verification_requests_one_pending')) {
          throw moderationErrors.already_requested();
        }
        throw error;
      }
      return of(userId);
    },
    async list({ cursor, ...filter }) {
      const after = cursor === undefined ? null : decodeCursor(idKey, cursor);
      const limit = VERIFICATION_PAGE_SIZE + 1;
      const rows = await db.read((reader) => repo.findRequests(reader, filter, { after, limit }));
      const { items, next } = pageOfRows(rows, VERIFICATION_PAGE_SIZE, ({ id }) => [id]);
      return { items: await toCases(items), next };
    },
    async decide(id, { status, notes }, by) {
      const decided = await db.transact(async (tx) => {
        const request = await repo.decide(tx, id, { status, notes: notes || null, by: by.userId });
        if (!request) {
          const found = await repo.findRequest(tx, id);
          throw found ? moderationErrors.already_decided() : moderationErrors.request_not_found();
        }
        const { userId } = request;
        const approved = status === 'approved';
        if (approved) await channels.setVerified(tx, userId, true);
        await audit(tx, {
          by,
          action: approved ? 'verification.approved' : 'verification.rejected',
          kind: 'user',
          id: userId,
          reason: notes || null,
          after: { request: id },
        });
        await notify(tx, { userId, ...verificationDecided.of({ isApproved: approved, notes }) });
        return request;
      });
      const [found] = await toCases([decided]);
      if (!found) throw moderationErrors.request_not_found();
      return found;
    },
    countPending: () => db.read(repo.countPending),
    exportOf: async (userId) => ({
      verificationRequests: await db.read((reader) => repo.findAllOf(reader, userId)),
    }),
  };
}

function toRequest(request: repo.StoredRequest): VerificationRequest {
  const { id, status, submittedAt, reviewedAt, adminNotes, socialMediaLinks } = request;
  return {
    id,
    status,
    submittedAt: submittedAt.toISOString(),
    reviewedAt: reviewedAt?.toISOString() ?? null,
    adminNotes,
    socialMediaLinks: [...socialMediaLinks],
  };
}
