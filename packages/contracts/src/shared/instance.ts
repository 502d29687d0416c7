import { LANGUAGES } from '@tributary/messages/languages';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The properties of the instance that the web app needs first. */
export const instanceInfo = z.object({
  name: z.string(),
  /** The address of its logo; null: the mark of the product. */
  logoUrl: z.string().nullable(),
  /** The color that an admin has chosen for actions and focus; null: that of the product. */
  accent: z.string().nullable(),
  /** The languages that people can choose, the default one first. */
  languages: z.array(z.enum(LANGUAGES)),
  /** Headline and introduction of Home by language, where an admin has written them. */
  frontPage: z.partialRecord(z.enum(LANGUAGES), z.object({ headline: z.string(), introduction: z.string() })),
  version: z.string(),
  /** Shown below the name in the footer, and above every page. Empty if not set. */
  tagline: z.string(),
  announcement: z.string(),
  /** The people who can create an account: everyone, those with an invitation, or no one. */
  registration: z.enum(['open', 'invitation', 'closed']),
  /** A demo instance has generated channels and sandbox money. */
  demo: z.boolean(),
  rtmpUrl: z.string(),
  /** Whether the instance sends email. Without a mail server, the operator can read the emails on disk. */
  sendsMail: z.boolean(),
  /** Grace period: seconds that an interruption may last before the stream ends. */
  graceSeconds: z.number(),
  /** Sign-in methods that are turned on. */
  signIn: z.object({
    password: z.boolean(),
    /** A one-time code by email. */
    code: z.boolean(),
    passkey: z.boolean(),
    /** OpenID Connect provider; null if none is configured. */
    provider: z.object({ name: z.string() }).nullable(),
  }),
});
export type InstanceInfo = z.infer<typeof instanceInfo>;

export const getInstance = endpoint({
  method: 'GET',
  path: '/api/instance',
  tag: 'instance',
  summary: 'Get name, version, ingest URL and public settings of the instance',
  access: 'public',
  response: instanceInfo,
});

const partState = z.object({
  state: z.enum(['ok', 'starting', 'degraded', 'down']),
  detail: z.string().optional(),
});

/** The health of the instance, with status 200, or 503 while an essential part is down. */
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
  summary: 'Get the health of the instance and of each part',
  access: 'public',
  response: health,
});
