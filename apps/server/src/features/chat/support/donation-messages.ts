/** Checks the messages of donations and the names of guests, which the chat shows, against its filters. */
import type { UserId } from '@tributary/contracts/shared';
import { donationWritten, type WrittenDonation } from '#features/donations/index.ts';
import type { Writer } from '#platform/db/database.ts';
import type { AppError } from '#platform/errors.ts';
import { onHook, type Subscription } from '#platform/feature.ts';
import { readSettings } from '#platform/settings/index.ts';
import { errors, FILTER_ERRORS } from '../chat.errors.ts';
import { createChatFilters } from '../filters/chat-filters.ts';
import { findMember } from '../members/members.repo.ts';
import { findSettings } from '../room/settings.repo.ts';

/** Refuses matches even in channels that hold messages for moderators, since a payment cannot wait for them. */
export function checkDonationMessages(): Subscription {
  const chatFilters = createChatFilters();

  async function findBan(tx: Writer, { creatorId, payerId }: WrittenDonation): Promise<AppError | null> {
    const member = payerId === null ? null : await findMember(tx, creatorId, payerId);
    return member?.isBanned ? errors.donation_banned() : null;
  }

  async function findMatch(tx: Writer, creatorId: UserId, text: string): Promise<AppError | null> {
    const { chatBlockedWords } = await readSettings(tx);
    const { filters, blockedWords } = await findSettings(tx, creatorId);
    const matched =
      chatFilters.match(text, [], chatBlockedWords) ?? chatFilters.match(text, filters, blockedWords);
    return matched === null ? null : FILTER_ERRORS[matched]();
  }

  return onHook(donationWritten, async (tx, donation) => {
    const { creatorId, message, guestName } = donation;
    refuseAt('/message', (await findBan(tx, donation)) ?? (await findMatch(tx, creatorId, message)));
    refuseAt('/guestName', await findMatch(tx, creatorId, guestName));
  });
}

/** @throws AppError the same error, at the field `pointer` */
function refuseAt(pointer: string, error: AppError | null): void {
  if (error !== null) throw error.at(pointer);
}
