import { displayName, PASSWORD_MAX, PASSWORD_MIN } from '@tributary/contracts/identity';
import type { AuditAction } from '@tributary/contracts/instance';
import { LIVE_SLUG, role, type UserId, username } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { Profile } from '#features/identity/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Writer } from '#platform/db/index.ts';
import { backup, restore, verifyBackup } from './backup.ts';
import { runLedgerCheck } from './check-ledger.ts';
import { type Command, type CommandContext, command } from './command.ts';
import { listLive } from './list-live.ts';

const name = { value: 'NAME', about: 'The handle in URLs', schema: z.string().toLowerCase().pipe(username) };
const roleOption = { value: 'ROLE', about: `One of ${role.options.join(', ')}`, schema: role };
const password = {
  value: 'PASSWORD',
  about: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters; by default a random one, which is printed`,
  schema: z.string().optional(),
};
const email = { value: 'ADDRESS', about: 'The email address for signing in', schema: z.email() };

export const COMMANDS: readonly Command[] = [
  command({
    name: 'create-user',
    summary: 'Create an account with a confirmed address',
    options: {
      username: name,
      email,
      password,
      name: {
        value: 'NAME',
        about: 'The display name; by default the username',
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
    summary:
      'Give a user a role; the role streamer includes a channel and a stream key, and all admins are told of a new admin',
    options: { username: name, role: roleOption },
    async run(context, input) {
      await context.people.grantRole((await mustFind(context, input.username)).id, input.role, null);
      return [`${input.username} has the role ${input.role}.`, ...(await context.sendMails())].join('\n');
    },
  }),
  command({
    name: 'revoke-role',
    summary: 'Remove a role from a user; without the role streamer their stream ends',
    options: { username: name, role: roleOption },
    async run(context, input) {
      await context.people.revokeRole((await mustFind(context, input.username)).id, input.role, null);
      return `${input.username} does not have the role ${input.role}.`;
    },
  }),
  command({
    name: 'reset-password',
    summary: 'Set a new random password, print it, and end all sessions of the user',
    options: { username: name },
    async run(context, input) {
      const { id } = await mustFind(context, input.username);
      return context.users.resetPassword(id, undefined, record('user.password_reset'));
    },
  }),
  command({
    name: 'confirm-address',
    summary: 'Confirm a user’s address, when the instance could not send the link',
    options: { username: name },
    async run(context, input) {
      const { id, email: address } = await mustFind(context, input.username);
      await context.users.confirmAddress(id, record('user.address_confirmed'));
      return `${input.username} can sign in with ${address}.`;
    },
  }),
  command({
    name: 'create-streamer',
    summary: 'Create an account with a channel, and print the encoder’s settings as JSON',
    options: {
      username: name,
      email: {
        ...email,
        about: `${email.about}; by default an undeliverable one`,
        schema: z.email().optional(),
      },
      password,
    },
    async run({ users, channels, config }, input) {
      // The top-level domain .invalid never resolves (RFC 2606).
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
    summary: 'Replace a streamer’s stream key, print the new one, and disconnect the encoder',
    options: { username: name },
    async run(context, input) {
      const { id } = await mustFind(context, input.username);
      return (await context.channels.rotateKey(id, (tx) => record('user.key_rotated')(tx, id))).streamKey;
    },
  }),
  command({
    name: 'ban',
    summary: 'Ban an account: its sessions and its stream end, and it cannot sign in',
    options: {
      username: name,
      reason: { value: 'TEXT', about: 'Shown to the user', schema: z.string().trim().min(1).optional() },
      days: {
        value: 'NUMBER',
        about: 'Ends the ban after this many days; by default it lasts until unban',
        schema: z.coerce.number().int().min(1).max(3650).optional(),
      },
    },
    async run(context, input) {
      const { id } = await mustFind(context, input.username);
      await context.people.ban(id, { reason: input.reason ?? null, days: input.days ?? null }, null);
      return `${input.username} is banned.`;
    },
  }),
  command({
    name: 'unban',
    summary: 'Lift the ban of an account',
    options: { username: name },
    async run(context, input) {
      await context.people.unban((await mustFind(context, input.username)).id, null);
      return `${input.username} is not banned.`;
    },
  }),
  command({
    name: 'list-live',
    summary: 'List live streams, most viewers first',
    options: { json: { about: 'Print JSON', schema: z.boolean().default(false) } },
    run: (context, { json }) => listLive(context, json),
  }),
  command({
    name: 'check-ledger',
    summary: 'Compare all payments with the ledger; exit code 1 if rows disagree',
    options: {},
    run: runLedgerCheck,
  }),
  {
    name: 'doctor',
    summary:
      'Examine ports, TLS, clock, disk, mail, database, proxies and exposure, and say how to fix each; exit code 1 if one fails',
    options: {},
    examine: async (config) => (await import('./doctor/doctor.ts')).runDoctor(config),
  },
  backup,
  restore,
  verifyBackup,
];

/** Writes the action to the audit log, in the transaction that performs it. */
const record = (action: AuditAction) => (tx: Writer, id: UserId) =>
  audit(tx, { by: null, action, kind: 'user', id });

async function mustFind({ users }: CommandContext, username: string): Promise<Profile> {
  const profile = await users.findByUsername(username);
  if (!profile) throw new Error(`There is no user "${username}".`);
  return profile;
}
