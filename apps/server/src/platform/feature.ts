/** The shape that every feature has, and how features are connected to the platform. */
import type { FastifyInstance } from 'fastify';
import type { Events, EventType } from './events/index.ts';
import type { Hook, HookHandler, Hooks } from './hooks.ts';
import type { JobRegistration, Jobs } from './jobs/index.ts';
import type { Metric } from './metrics/index.ts';
import type { NotificationType, NotificationTypes } from './notifications/index.ts';
import type { Realtime, TopicDefinition } from './realtime/index.ts';
import type { UserData, UserDataOwner } from './user-data.ts';

/** `create<Name>` of a feature's index.ts returns this and the few calls that later features may make. */
export interface Feature extends UserDataOwner {
  /** Unique; the name of the feature's folder. */
  readonly name: string;
  routes?(app: FastifyInstance): void | Promise<void>;
  /** The topics that clients can subscribe to on the realtime socket. */
  readonly topics?: readonly TopicDefinition[];
  /** The kinds of jobs that this feature performs. */
  readonly jobs?: readonly JobRegistration[];
  /** The notifications that this feature sends. */
  readonly notifications?: readonly NotificationType[];
  /** The metrics that this feature exposes to Prometheus. */
  readonly metrics?: readonly Metric[];
  /** Handlers of events and hooks of this feature and of earlier ones. */
  readonly subscriptions?: readonly Subscription[];
  /** Called after the last job has ended, in the reverse order of features, while the database still answers. */
  close?(): void | Promise<void>;
}

export type Subscription = (to: { readonly events: Events; readonly hooks: Hooks }) => void;

/** Calls `handler` for each event of this kind after its commit, from whichever process. */
export const on =
  <Data>(event: EventType<Data>, handler: (data: Data) => void | Promise<void>): Subscription =>
  ({ events }) =>
    void events.on(event, handler);

/** Calls `handler` when events may have been missed, so that dependent state must be read again. */
export const onGap =
  (handler: () => void | Promise<void>): Subscription =>
  ({ events }) =>
    void events.onGap(handler);

/** Calls `handler` inside the transaction that runs the hook. */
export const onHook =
  <Data>(hook: Hook<Data>, handler: HookHandler<Data>): Subscription =>
  ({ hooks }) =>
    hooks.on(hook, handler);

export interface FeatureRegistries {
  readonly events: Events;
  readonly hooks: Hooks;
  readonly jobs: Jobs;
  readonly realtime: Pick<Realtime, 'register'>;
  readonly notificationTypes: NotificationTypes;
  readonly userData: UserData;
}

/** Connects features in their order. Must be called before jobs start; routes follow once there is an HTTP app. */
export function registerFeatures(features: readonly Feature[], to: FeatureRegistries): void {
  for (const feature of features) {
    for (const topic of feature.topics ?? []) to.realtime.register(topic);
    for (const register of feature.jobs ?? []) register(to.jobs);
    for (const definition of feature.notifications ?? []) to.notificationTypes.add(definition);
    for (const subscribe of feature.subscriptions ?? []) subscribe(to);
    to.userData.add(feature);
  }
}
