import {
  type AuditAction,
  displayName,
  LIVE_SLUG,
  PASSWORD_MAX,
  PASSWORD_MIN,
  role,
  type UserId,
  username,
} from '@tributary/contracts';
import { z } from 'zod';
import type { Profile } from '#features/identity/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Writer } from '#platform/db/index.ts';
import { type Command, command, type Workbench } from './command.ts';
import { listLive } from './list-live.ts';

const name = { value: 'NAME', about: 'The handle in URLs', schema: z.string().toLowerCase().pipe(username) };
const roleOption = { value: 'ROLE', about: `One of ${role.options.join(', ')}`, schema: role };
const password = {
  value: 'PASSWORD',
  about: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters; a random one is made and printed without this`,
  schema: z.string().optional(),
};
const email = { value: 'ADDRESS', about: 'What the user signs in with', schema: z.email() };

export const COMMANDS: readonly Command[] = [
  command({
    name: 'create-user',
    summary: 'Create an account whose address counts as confirmed',
    options: {
      username: name,
      email,
      password,
      name: {
        value: 'NAME',
        about: 'The name shown; the username without this',
        schema: displayName.optional(),
      },
    },
    async run({ users }, input) {
      const made = await users.create({ ...input, displayName: input.name }, record('user.created'));
      return `Created ${input.username}.${input.password ? '' : `\nPassword: ${made.password}`}`;
    },
  }),
  command({
    name: 'grant-role',
    summary: 'Give a user a role; streamer comes with a channel and a stream key',
    options: { username: name, role: roleOption },
    async run(bench, input) {
      await bench.people.grantRole((await mustFind(bench, input.username)).id, input.role, null);
      return `${input.username} holds the role ${input.role}.`;
    },
  }),
  command({
    name: 'revoke-role',
    summary: 'Take a role from a user; who loses streamer stops being live',
    options: { username: name, role: roleOption },
    async run(bench, input) {
      await bench.people.revokeRole((await mustFind(bench, input.username)).id, input.role, null);
      return `${input.username} does not hold the role ${input.role}.`;
    },
  }),
  command({
    name: 'reset-password',
    summary: 'Give a user a new random password, print it, and end all of their sessions',
    options: { username: name },
    async run(bench, input) {
      const { id } = await mustFind(bench, input.username);
      return bench.users.resetPassword(id, undefined, record('user.password_reset'));
    },
  }),
  command({
    name: 'confirm-address',
    summary: 'Take the address of a user for theirs, where the instance could not send them the link',
    options: { username: name },
    async run(bench, input) {
      const { id, email: address } = await mustFind(bench, input.username);
      await bench.users.confirmAddress(id, record('user.address_confirmed'));
      return `${input.username} signs in with ${address}.`;
    },
  }),
  command({
    name: 'create-streamer',
    summary: 'Create an account with a channel, and print as JSON what an encoder needs',
    options: {
      username: name,
      email: { ...email, about: `${email.about}; made up without this`, schema: z.email().optional() },
      password,
    },
    async run({ users, channels, config }, input) {
      // .invalid leads nowhere, for ever (RFC 2606).
      const address = input.email ?? `${input.username}@streamers.invalid`;
      const made = await users.create({ ...input, email: address }, record('user.created'));
      await channels.upgrade(made.id);
      const { rtmpUrl, streamKey } = await channels.ingestAccess(made.id);
      const watchUrl = `${config.publicUrl}/s/${input.username}/${LIVE_SLUG}`;
      const printed = { username: input.username, email: address, password: made.password };
      return JSON.stringify({ ...printed, streamKey, rtmpUrl, watchUrl }, null, 2);
    },
  }),
  command({
    name: 'rotate-key',
    summary: "Replace a streamer's key and print the new one; whoever publishes with the old one is stopped",
    options: { username: name },
    async run(bench, input) {
      const { id } = await mustFind(bench, input.username);
      return (await bench.channels.rotateKey(id, (tx) => record('user.key_rotated')(tx, id))).streamKey;
    },
  }),
  command({
    name: 'ban',
    summary: 'Close an account: its sessions and its stream end, and it cannot sign in',
    options: {
      username: name,
      reason: { value: 'TEXT', about: 'Shown to the user', schema: z.string().trim().min(1).optional() },
      days: {
        value: 'NUMBER',
        about: 'Ends by itself after so many days; without this somebody has to lift it',
        schema: z.coerce.number().int().min(1).max(3650).optional(),
      },
    },
    async run(bench, input) {
      const { id } = await mustFind(bench, input.username);
      await bench.people.ban(id, { reason: input.reason ?? null, days: input.days ?? null }, null);
      return `${input.username} is banned.`;
    },
  }),
  command({
    name: 'unban',
    summary: 'Open a banned account again',
    options: { username: name },
    async run(bench, input) {
      await bench.people.unban((await mustFind(bench, input.username)).id, null);
      return `${input.username} is not banned.`;
    },
  }),
  command({
    name: 'list-live',
    summary: 'List the streams that are live, most viewers first',
    options: { json: { about: 'Print JSON', schema: z.boolean().default(false) } },
    run: (bench, { json }) => listLive(bench, json),
  }),
];

/** What is done here is in the audit log too, in the transaction that does it. */
const record = (action: AuditAction) => (tx: Writer, id: UserId) =>
  audit(tx, { by: null, action, kind: 'user', id });

async function mustFind({ users }: Workbench, wanted: string): Promise<Profile> {
  const profile = await users.findByUsername(wanted);
  if (!profile) throw new Error(`There is no user "${wanted}".`);
  return profile;
}
