/** The activity of a channel: who followed, donated, subscribed, was given a subscription or came with a raid. */
import { z } from 'zod';
import { topic } from '../realtime/topic.ts';

export const ACTIVITY_KINDS = ['follow', 'donation', 'subscription', 'gift', 'raid'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** How many entries the feed begins with. */
export const ACTIVITY_SHOWN = 200;

const person = z.object({
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
});

const common = { id: z.string(), at: z.iso.datetime() };

export const activity = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('follow'), person }),
  z.object({
    ...common,
    kind: z.literal('donation'),
    /** Null: a guest, an anonymous donor or a deleted account. */
    person: person.nullable(),
    /** The name that a guest has entered; empty: none. */
    guestName: z.string(),
    isAnonymous: z.boolean(),
    message: z.string(),
    amountCents: z.int().positive(),
    currency: z.string(),
  }),
  z.object({ ...common, kind: z.literal('subscription'), person, tierName: z.string() }),
  z.object({
    ...common,
    kind: z.literal('gift'),
    /** The giver; null: a deleted account. */
    person: person.nullable(),
    recipient: person,
    tierName: z.string(),
  }),
  z.object({ ...common, kind: z.literal('raid'), person, viewers: z.int().nonnegative() }),
]);
export type Activity = z.infer<typeof activity>;

/** The activity of the listening creator's channel, newest first. An append may repeat an entry of the snapshot. */
export const activityTopic = topic({
  name: 'activity',
  access: 'streamer',
  personal: true,
  snapshot: z.object({ entries: z.array(activity) }),
  append: activity,
});
