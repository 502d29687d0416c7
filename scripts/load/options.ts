/** The flags of `npm run load`, and the accounts that it acts as. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';

export const USAGE = `npm run load -- --url URL --i-operate-this-instance [--viewers 100] [--stream ID] [--seconds 60]
    [--publishers 0] [--kbps 1500] [--chatters 0] [--payers 0] [--accounts FILE] [--rtmp rtmp://HOST:PORT/live]

  --url URL       The instance. Several processes of one instance, or several edges: give it more than once
  --viewers N     Viewers who follow the live edge and fetch every part
  --stream ID     The stream that they watch and chat in; by default the most watched one, or that of a publisher
  --publishers N  Encoders, each with the stream key of an account
  --kbps N        The bitrate of their video; by default 1500
  --chatters N    People who write every three seconds, each with an account
  --payers N      Guests who donate test money every two seconds, where the instance takes test money only
  --accounts FILE JSON of \`npm run -s admin -- create-streamer\`, once or several times

An admin has to agree: set LOAD_ADMIN_EMAIL and LOAD_ADMIN_PASSWORD, and LOAD_ADMIN_CODE if a second factor is on.`;

const account = z.object({ email: z.string(), password: z.string(), streamKey: z.string() });
export type LoadAccount = z.infer<typeof account>;

const count = (max: number) => z.coerce.number().int().min(0).max(max);

const schema = z.object({
  url: z
    .array(z.url({ protocol: /^https?$/ }))
    .min(1, 'Give the instance with --url.')
    .transform((urls) => urls.map((url) => url.replace(/\/+$/, ''))),
  viewers: count(100_000).default(100),
  publishers: count(100).default(0),
  kbps: z.coerce.number().int().min(100).max(20_000).default(1_500),
  chatters: count(1_000).default(0),
  payers: count(100).default(0),
  seconds: z.coerce.number().int().min(5).max(86_400).default(60),
  stream: z.uuid().optional(),
  rtmp: z.url({ protocol: /^rtmp$/ }).optional(),
  accounts: z.string().optional(),
  'i-operate-this-instance': z.literal(true, {
    error: 'This sends more than visitors do. Add --i-operate-this-instance if you operate it.',
  }),
});

export interface LoadOptions {
  readonly urls: readonly string[];
  readonly viewers: number;
  readonly publishers: number;
  /** The bitrate of the encoders. */
  readonly kbps: number;
  readonly chatters: number;
  readonly payers: number;
  readonly seconds: number;
  readonly streamId: string | undefined;
  /** The RTMP address of the instance; undefined: its port 1935. */
  readonly rtmp?: string | undefined;
  readonly accounts: readonly LoadAccount[];
}

/** The reason why no load is sent: a flag that is not valid, or the missing consent of an admin. */
export class LoadRefused extends Error {}

/** @throws LoadRefused */
export function parseLoadOptions(words: readonly string[]): LoadOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...words],
    options: {
      url: { ...text, multiple: true },
      viewers: text,
      publishers: text,
      kbps: text,
      chatters: text,
      payers: text,
      seconds: text,
      stream: text,
      rtmp: text,
      accounts: text,
      'i-operate-this-instance': { type: 'boolean' },
    },
  });
  const parsed = schema.safeParse({ url: [], ...values });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new LoadRefused(`--${String(issue?.path[0])}: ${issue?.message}`);
  }
  const { url: urls, stream: streamId, accounts: file, ...rest } = parsed.data;
  const accounts = file === undefined ? [] : parseAccounts(readFileSync(file, 'utf8'));
  const needed = Math.max(rest.publishers, rest.chatters);
  if (accounts.length < needed)
    throw new LoadRefused(`--accounts: ${needed} accounts are needed, and the file has ${accounts.length}.`);
  return { ...rest, urls, streamId, accounts };
}

/** Reads JSON objects that follow one another, as a loop of the command prints them, or an array of them. */
export function parseAccounts(text: string): LoadAccount[] {
  const joined = text.trim().startsWith('[') ? text : `[${text.trim().replaceAll(/\}\s*\{/g, '},{')}]`;
  return z.array(account).parse(JSON.parse(joined));
}
