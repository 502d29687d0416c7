/**
 * Settings of the instance that admins change. They are one row, read at every use so that changes take effect
 * immediately.
 */
import type { InstanceSettings, InstanceSettingsEdit } from '@tributary/contracts/instance';
import type { Currency } from '@tributary/contracts/payments';
import { type Generated, sql } from 'kysely';
import type { Reader, Writer } from '../db/database.ts';

export async function readSettings(db: Reader): Promise<InstanceSettings> {
  return select(db).executeTakeFirstOrThrow();
}

/**
 * Changes the given settings.
 * @returns all settings before and after the change
 */
export async function changeSettings(
  tx: Writer,
  changes: InstanceSettingsEdit,
): Promise<{ before: InstanceSettings; after: InstanceSettings }> {
  const before = await select(tx).forUpdate().executeTakeFirstOrThrow();
  const after = {
    tagline: changes.tagline ?? before.tagline,
    announcement: changes.announcement ?? before.announcement,
    registrationOpen: changes.registrationOpen ?? before.registrationOpen,
    adminsNeedSecondFactor: changes.adminsNeedSecondFactor ?? before.adminsNeedSecondFactor,
    currency: changes.currency ?? before.currency,
    platformFeeBasisPoints: changes.platformFeeBasisPoints ?? before.platformFeeBasisPoints,
    payoutMinimumCents: changes.payoutMinimumCents ?? before.payoutMinimumCents,
    receiptIssuer: changes.receiptIssuer ?? before.receiptIssuer,
    recordingsEnabled: changes.recordingsEnabled ?? before.recordingsEnabled,
    recordingRetentionDays: changes.recordingRetentionDays ?? before.recordingRetentionDays,
    recordingQuotaGib: changes.recordingQuotaGib ?? before.recordingQuotaGib,
    chatRetentionDays: changes.chatRetentionDays ?? before.chatRetentionDays,
    chatBlockedWords: changes.chatBlockedWords ?? before.chatBlockedWords,
    emotesNeedReview: changes.emotesNeedReview ?? before.emotesNeedReview,
    linkPreviews: changes.linkPreviews ?? before.linkPreviews,
    uploadMaxGib: changes.uploadMaxGib ?? before.uploadMaxGib,
    transcodingHeights: changes.transcodingHeights ?? before.transcodingHeights,
    transcodingCoresPerChannel: changes.transcodingCoresPerChannel ?? before.transcodingCoresPerChannel,
    recordingRenditions: changes.recordingRenditions ?? before.recordingRenditions,
  };
  await tx
    .updateTable('instance_settings')
    .set({
      tagline: after.tagline,
      announcement: after.announcement,
      registration_open: after.registrationOpen,
      admins_need_second_factor: after.adminsNeedSecondFactor,
      currency: after.currency,
      platform_fee_basis_points: after.platformFeeBasisPoints,
      payout_minimum_cents: after.payoutMinimumCents,
      receipt_issuer: after.receiptIssuer,
      recordings_enabled: after.recordingsEnabled,
      recording_retention_days: after.recordingRetentionDays,
      recording_quota_gib: after.recordingQuotaGib,
      chat_retention_days: after.chatRetentionDays,
      chat_blocked_words: after.chatBlockedWords,
      emotes_need_review: after.emotesNeedReview,
      link_previews: after.linkPreviews,
      upload_max_gib: after.uploadMaxGib,
      transcoding_heights: after.transcodingHeights,
      transcoding_cores_per_channel: after.transcodingCoresPerChannel,
      recording_renditions: after.recordingRenditions,
      updated_at: sql`now()`,
    })
    .execute();
  return { before, after };
}

const select = (db: Reader) =>
  db
    .selectFrom('instance_settings')
    .select([
      'tagline',
      'announcement',
      'registration_open as registrationOpen',
      'admins_need_second_factor as adminsNeedSecondFactor',
      'currency',
      'platform_fee_basis_points as platformFeeBasisPoints',
      'payout_minimum_cents as payoutMinimumCents',
      'receipt_issuer as receiptIssuer',
      'recordings_enabled as recordingsEnabled',
      'recording_retention_days as recordingRetentionDays',
      'recording_quota_gib as recordingQuotaGib',
      'chat_retention_days as chatRetentionDays',
      'chat_blocked_words as chatBlockedWords',
      'emotes_need_review as emotesNeedReview',
      'link_previews as linkPreviews',
      'upload_max_gib as uploadMaxGib',
      'transcoding_heights as transcodingHeights',
      'transcoding_cores_per_channel as transcodingCoresPerChannel',
      'recording_renditions as recordingRenditions',
    ]);

interface InstanceSettingsTable {
  tagline: Generated<string>;
  announcement: Generated<string>;
  registration_open: Generated<boolean>;
  admins_need_second_factor: Generated<boolean>;
  currency: Generated<Currency>;
  platform_fee_basis_points: Generated<number>;
  payout_minimum_cents: Generated<number>;
  receipt_issuer: Generated<string>;
  recordings_enabled: Generated<boolean>;
  recording_retention_days: Generated<number>;
  recording_quota_gib: Generated<number>;
  chat_retention_days: Generated<number>;
  chat_blocked_words: Generated<string[]>;
  emotes_need_review: Generated<boolean>;
  link_previews: Generated<boolean>;
  upload_max_gib: Generated<number>;
  transcoding_heights: Generated<InstanceSettings['transcodingHeights']>;
  transcoding_cores_per_channel: Generated<number>;
  recording_renditions: Generated<boolean>;
  updated_at: Generated<Date>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    instance_settings: InstanceSettingsTable;
  }
}
