import { type AlertSettings, alertSettings } from '@tributary/contracts/donations';
import type { UserId } from '@tributary/contracts/shared';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface StoredOverlay {
  readonly version: number;
  readonly settings: AlertSettings;
}

const DEFAULTS: StoredOverlay = {
  version: 1,
  settings: {
    minimumAmount: 0,
    text: '{name} donated {amount}',
    showsMessage: true,
    seconds: 8,
    sound: 'chime',
    volume: 60,
    place: 'top',
    size: 'medium',
    background: 'dark',
    color: '#ffc85c',
  },
};

export const findOverlay = async (db: Reader, creatorId: UserId): Promise<StoredOverlay> =>
  (await findStoredOverlay(db, creatorId)) ?? DEFAULTS;

/** Null if the creator keeps the defaults. */
export async function findStoredOverlay(db: Reader, creatorId: UserId): Promise<StoredOverlay | null> {
  const row = await db
    .selectFrom('donation_overlays')
    .select(['version', 'settings'])
    .where('creator_id', '=', creatorId)
    .executeTakeFirst();
  return row ? { version: row.version, settings: alertSettings.parse(row.settings) } : null;
}

const insert = (tx: Writer, creatorId: UserId, { version, settings }: StoredOverlay) =>
  tx
    .insertInto('donation_overlays')
    .values({ creator_id: creatorId, version, settings: JSON.stringify(settings) });

export const saveSettings = (tx: Writer, creatorId: UserId, settings: AlertSettings) =>
  insert(tx, creatorId, { ...DEFAULTS, settings })
    .onConflict((conflict) =>
      conflict.column('creator_id').doUpdateSet({ settings: JSON.stringify(settings) }),
    )
    .execute();

export const raiseVersion = (tx: Writer, creatorId: UserId) =>
  insert(tx, creatorId, { ...DEFAULTS, version: DEFAULTS.version + 1 })
    .onConflict((conflict) =>
      conflict
        .column('creator_id')
        .doUpdateSet((row) => ({ version: row('donation_overlays.version', '+', 1) })),
    )
    .execute();

/** The contents of an alert about a donation that still counts. */
export const findDonation = (db: Reader, id: string) =>
  db
    .selectFrom('donations as d')
    .leftJoin('profiles as p', 'p.id', 'd.donor_id')
    .select([
      'd.id',
      'd.amount',
      'd.currency',
      'd.message',
      'd.guest_name as guestName',
      'p.display_name as name',
    ])
    .where('d.id', '=', id)
    .where('d.status', '=', 'completed')
    .executeTakeFirst();
