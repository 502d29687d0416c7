/** Export and deletion of a person's donations. */
import type { Database } from '#platform/db/database.ts';
import type { UserDataOwner } from '#platform/user-data.ts';
import { findStoredOverlay } from './donation-overlays.repo.ts';
import { findStoredPage } from './donation-pages.repo.ts';
import { clearMessages, findAllOf } from './donations.repo.ts';

/** Deletion clears messages. Amounts stay, without names (by foreign key), for the other party. */
export const donationsUserData = (db: Database): Required<UserDataOwner> => ({
  exportUserData: (id) =>
    db.read(async (reader) => ({
      // Leaves out the other party, who is not the person's own data.
      donations: (await findAllOf(reader, id)).map(({ donorId, recipientId, guestName: _, ...donation }) => ({
        ...donation,
        direction: donorId === id ? 'given' : 'received',
      })),
      donationPage: await findStoredPage(reader, id),
      donationAlerts: (await findStoredOverlay(reader, id))?.settings ?? null,
    })),
  deleteUserData: (tx, id) => clearMessages(tx, id),
});
