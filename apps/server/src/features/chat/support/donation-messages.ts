/** Holds the messages of donations, which the chat shows, to what may be written there. */
import { donationWritten, type WrittenDonation } from '#features/money/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { AppError } from '#platform/errors.ts';
import { onHook, type Subscription } from '#platform/feature.ts';
import { readSettings } from '#platform/settings/index.ts';
import { errors, MATCHED } from '../chat.errors.ts';
import { ChatFilters } from '../filters/chat-filters.ts';
import { findMember } from '../members/members.repo.ts';
import { findSettings } from '../room/settings.repo.ts';

/** Where messages are held for moderators, too: what is paid for cannot wait for them. */
export function checkDonationMessages(): Subscription {
  const chatFilters = new ChatFilters();

  async function check(tx: Writer, { creatorId, payerId, message }: WrittenDonation): Promise<void> {
    if (payerId !== null && (await findMember(tx, creatorId, payerId))?.isBanned)
      throw errors.donation_banned();
    const { chatBlockedWords } = await readSettings(tx);
    const { filters, blockedWords } = await findSettings(tx, creatorId);
    const matched =
      chatFilters.match(message, [], chatBlockedWords) ?? chatFilters.match(message, filters, blockedWords);
    if (matched !== null) throw MATCHED[matched]();
  }

  return onHook(donationWritten, async (tx, donation) => {
    try {
      await check(tx, donation);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, kind, message: detail } = error;
      throw new AppError(code, kind, detail, { errors: [{ pointer: '/message', detail }] });
    }
  });
}
