/** All endpoints of the OpenAPI document, by subject. */
import type { Table } from '../rows.ts';
import { admin } from './admin.ts';
import { channels } from './channels.ts';
import { chat } from './chat.ts';
import { clips } from './clips.ts';
import { comments } from './comments.ts';
import { discovery } from './discovery.ts';
import { donations } from './donations.ts';
import { endings } from './endings.ts';
import { events } from './events.ts';
import { identity } from './identity.ts';
import { library } from './library.ts';
import { moderation } from './moderation.ts';
import { payments } from './payments.ts';
import { payouts } from './payouts.ts';
import { profiles } from './profiles.ts';
import { recordings } from './recordings.ts';
import { schedule } from './schedule.ts';
import { tiers } from './tiers.ts';

export const ENDPOINTS: Readonly<Record<string, Table>> = {
  identity,
  channels,
  recordings,
  clips,
  library,
  profiles,
  discovery,
  tiers,
  events,
  schedule,
  donations,
  payouts,
  payments,
  chat,
  comments,
  moderation,
  admin,
  // These endpoints come last.
  endings,
};
