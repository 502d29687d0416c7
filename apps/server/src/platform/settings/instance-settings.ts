/**
 * Settings of the instance that admins change. They are one row, read at every use so that changes take effect
 * immediately.
 */
import type { InstanceSettings, InstanceSettingsEdit } from '@tributary/contracts/instance';
import type { Currency } from '@tributary/contracts/payments';
import { LANGUAGES, type Language } from '@tributary/messages/languages';
import { type Generated, type JSONColumnType, sql } from 'kysely';
import { z } from 'zod';
import type { Reader, Writer } from '../db/database.ts';
import { defineEvent, publish } from '../events/index.ts';

/** The settings as they are stored. The logo has an endpoint of its own. */
export interface StoredSettings extends InstanceSettings {
  readonly logoUrl: string | null;
}

/** Tells all processes to read the settings that they keep in memory again. */
export const settingsChanged = defineEvent('settings.changed', z.object({}));

export async function readSettings(db: Reader): Promise<StoredSettings> {
  return stored(await select(db).executeTakeFirstOrThrow());
}

/** @returns the address of the logo before */
export async function changeLogo(tx: Writer, logoUrl: string | null): Promise<string | null> {
  const before = await select(tx).forUpdate().executeTakeFirstOrThrow();
  await tx.updateTable('instance_settings').set({ logo_url: logoUrl, updated_at: sql`now()` }).execute();
  await publish(tx, settingsChanged, {});
  return before.logoUrl;
}

/** An empty list of languages stands for all, so that those that a later version adds are offered as well. */
const stored = ({ languages, ...settings }: StoredSettings): StoredSettings => ({
  ...settings,
  languages: languages.length === 0 ? [...LANGUAGES] : languages,
});

/**
 * Changes the given settings.
 * @returns all settings before and after the change
 */
export async function changeSettings(
  tx: Writer,
  changes: InstanceSettingsEdit,
): Promise<{ before: StoredSettings; after: StoredSettings }> {
  const before = stored(await select(tx).forUpdate().executeTakeFirstOrThrow());
  const after = {
    name: changes.name ?? before.name,
    logoUrl: before.logoUrl,
    accent: changes.accent === undefined ? before.accent : changes.accent,
    defaultTheme: changes.defaultTheme ?? before.defaultTheme,
    frontPage: changes.frontPage ?? before.frontPage,
    languages: changes.languages ?? before.languages,
    tagline: changes.tagline ?? before.tagline,
    announcement: changes.announcement ?? before.announcement,
    registration: changes.registration ?? before.registration,
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
      name: after.name,
      accent: after.accent,
      default_theme: after.defaultTheme,
      front_page: JSON.stringify(after.frontPage),
      languages: after.languages,
      tagline: after.tagline,
      announcement: after.announcement,
      registration: after.registration,
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
  await publish(tx, settingsChanged, {});
  return { before, after };
}

const select = (db: Reader) =>
  db
    .selectFrom('instance_settings')
    .select([
      'name',
      'logo_url as logoUrl',
      'accent',
      'default_theme as defaultTheme',
      'front_page as frontPage',
      'languages',
      'tagline',
      'announcement',
      'registration',
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
  name: Generated<string>;
  logo_url: string | null;
  accent: string | null;
  default_theme: Generated<InstanceSettings['defaultTheme']>;
  front_page: JSONColumnType<InstanceSettings['frontPage']>;
  languages: Generated<Language[]>;
  tagline: Generated<string>;
  announcement: Generated<string>;
  registration: Generated<InstanceSettings['registration']>;
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
