/** Settings of the instance that admins change at run time. */
import { z } from 'zod';
import { chatBlockedWords } from '../chat/chat-settings.ts';
import { CHAT_RETENTION_MAX_DAYS } from '../chat/constants.ts';
import { TRANSCODING_HEIGHTS, TRANSCODING_MAX_CORES } from '../live/constants.ts';
import { CURRENCIES, PLATFORM_FEE_MAX_BASIS_POINTS } from '../payments/constants.ts';
import { PAYOUT_MINIMUM_LIMITS } from '../payouts/constants.ts';
import {
  RECORDING_QUOTA_MAX_GIB,
  RECORDING_RETENTION_MAX_DAYS,
  UPLOAD_MAX_GIB,
} from '../recordings/constants.ts';
import { endpoint } from '../shared/endpoint.ts';
import { amountIn } from '../shared/money.ts';
import { brandingSettings } from './branding.ts';

export const instanceSettings = brandingSettings.extend({
  tagline: z
    .string()
    .trim()
    .max(140, 'Use at most 140 characters.')
    .describe('Shown below the name in the footer'),
  announcement: z
    .string()
    .trim()
    .max(280, 'Use at most 280 characters.')
    .describe('Shown above every page unless empty'),
  registration: z
    .enum(['open', 'invitation', 'closed'])
    .describe('Who can create an account: everyone, people with an invitation, or no one'),
  adminsNeedSecondFactor: z.boolean(),
  currency: z.enum(CURRENCIES).describe('Fixed once the first payment has started'),
  platformFeeBasisPoints: z
    .int()
    .min(0)
    .max(PLATFORM_FEE_MAX_BASIS_POINTS, `Use at most ${PLATFORM_FEE_MAX_BASIS_POINTS / 100} percent.`)
    .describe('The platform’s fee on new payments, in hundredths of a percent'),
  payoutMinimumCents: z
    .int()
    .min(PAYOUT_MINIMUM_LIMITS.minCents, `Enter at least ${amountIn(PAYOUT_MINIMUM_LIMITS.minCents)}.`)
    .max(PAYOUT_MINIMUM_LIMITS.maxCents, `Enter at most ${amountIn(PAYOUT_MINIMUM_LIMITS.maxCents)}.`)
    .describe('The smallest payout'),
  receiptIssuer: z
    .string()
    .trim()
    .max(500, 'Use at most 500 characters.')
    .describe('Name and address on receipts and statements; empty: the name of the instance'),
  recordingsEnabled: z.boolean().describe('Whether streams are recorded, where their streamers want it'),
  recordingRetentionDays: z
    .int('Enter a whole number of days.')
    .min(0)
    .max(RECORDING_RETENTION_MAX_DAYS, `Use at most ${RECORDING_RETENTION_MAX_DAYS} days.`)
    .describe('Days after which a recording is deleted; 0: never'),
  recordingQuotaGib: z
    .int('Enter a whole number.')
    .min(0)
    .max(RECORDING_QUOTA_MAX_GIB, `Use at most ${RECORDING_QUOTA_MAX_GIB} GiB.`)
    .describe('Storage for the recordings of one channel in GiB; 0: no limit'),
  chatRetentionDays: z
    .int('Enter a whole number of days.')
    .min(0)
    .max(CHAT_RETENTION_MAX_DAYS, `Use at most ${CHAT_RETENTION_MAX_DAYS} days.`)
    .describe('Days after which chat messages are deleted; 0: never'),
  chatBlockedWords: chatBlockedWords.describe('Refused in every chat'),
  emotesNeedReview: z.boolean().describe('Whether an admin looks at emotes before people can use them'),
  linkPreviews: z
    .boolean()
    .describe('Whether the server loads pages that chat messages link to, where channels want previews'),
  uploadMaxGib: z
    .int('Use a whole number of GiB.')
    .min(0, 'Use 0 or more.')
    .max(UPLOAD_MAX_GIB, `Use at most ${UPLOAD_MAX_GIB} GiB.`)
    .describe('The largest file that streamers may upload in GiB; 0: none'),
  transcodingHeights: z
    .array(z.literal(TRANSCODING_HEIGHTS))
    .max(TRANSCODING_HEIGHTS.length)
    .refine((heights) => new Set(heights).size === heights.length, 'Name each height once.')
    .describe('Renditions that viewers can choose, by the height of landscape video'),
  transcodingCoresPerChannel: z
    .number()
    .min(0, 'Use 0 or more.')
    .max(TRANSCODING_MAX_CORES, `Use at most ${TRANSCODING_MAX_CORES} cores.`)
    .describe('Cores that the renditions of one channel may use; 0: as many as there are'),
  recordingRenditions: z
    .boolean()
    .describe('Whether recordings and uploads get the same renditions in the background'),
});
export type InstanceSettings = z.infer<typeof instanceSettings>;

/** As an admin sees them. */
const adminSettings = instanceSettings.extend({
  logoUrl: z.string().nullable(),
  configuredName: z.string().describe('The INSTANCE_NAME of the configuration'),
  isCurrencyFixed: z
    .boolean()
    .describe('Whether somebody has started to pay, so that the currency cannot change'),
});
export type AdminSettings = z.infer<typeof adminSettings>;

const instanceSettingsEdit = instanceSettings.partial();
export type InstanceSettingsEdit = z.infer<typeof instanceSettingsEdit>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  tag: 'admin',
  summary: 'Get the settings of the instance',
  access: 'admin',
  response: adminSettings,
});

export const patchSettings = endpoint({
  method: 'PATCH',
  path: '/api/admin/settings',
  tag: 'admin',
  summary: 'Change settings of the instance; omitted settings stay as they are',
  access: 'admin',
  recentProof: true,
  body: instanceSettingsEdit,
  response: adminSettings,
});
