import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What the web app needs to know of the instance before anything else. */
export const instanceInfo = z.object({
  name: z.string(),
  version: z.string(),
  /** What admins say beneath the name, and above every page; empty: nothing. */
  tagline: z.string(),
  announcement: z.string(),
  /** Whether anybody may open an account. */
  registrationOpen: z.boolean(),
  /** A demo instance has generated channels and sandbox money. */
  demo: z.boolean(),
  rtmpUrl: z.string(),
  /** Whether mails leave the instance; without a mail server its operator keeps them. */
  sendsMail: z.boolean(),
  /** Seconds a lost signal may be away before its stream ends. */
  graceSeconds: z.number(),
  /** The ways to sign in that are on. */
  signIn: z.object({
    password: z.boolean(),
    /** A one-time code by mail. */
    code: z.boolean(),
    passkey: z.boolean(),
    /** Another provider, by its name; null: none. */
    provider: z.object({ name: z.string() }).nullable(),
  }),
});
export type InstanceInfo = z.infer<typeof instanceInfo>;

export const getInstance = endpoint({
  method: 'GET',
  path: '/api/instance',
  tag: 'instance',
  summary: 'Name, version and ingest address of this instance',
  access: 'public',
  response: instanceInfo,
});

const partState = z.object({
  state: z.enum(['ok', 'starting', 'degraded', 'down']),
  detail: z.string().optional(),
});

/** 200 once the instance serves, 503 while a part that it cannot do without is down. */
export const health = z.object({
  status: z.enum(['ok', 'degraded', 'down']),
  version: z.string(),
  uptimeSeconds: z.number(),
  parts: z.record(z.string(), partState),
});
export type Health = z.infer<typeof health>;

export const getHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  tag: 'instance',
  summary: 'Whether the instance serves, with the state of each part',
  access: 'public',
  response: health,
});
