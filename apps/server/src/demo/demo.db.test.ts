import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PEOPLE } from '@tributary/demo-content/people';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../test/support/database.ts';
import { createUsersFixture } from '../../test/support/users-fixture.ts';
import { disableDemoAccounts, enableDemoAccounts } from './demo-accounts.ts';
import { seedSignIns } from './sign-ins.ts';
import { seedStreamer } from './streamers.ts';

const db = await createTestDatabase();
const { users, channels } = createUsersFixture(db);

describe('the demo', () => {
  it('creates its streamers once, each with a valid stream key', async () => {
    const keys: string[] = [];
    for (const person of PEOPLE) keys.push(await seedStreamer(person, { users, channels }));
    expect(new Set(keys).size).toBe(16);
    for (const [index, person] of PEOPLE.entries()) {
      expect(await seedStreamer(person, { users, channels })).toBe(keys[index]);
      const owner = await channels.authorizeKey(keys[index] ?? '');
      const profile = await users.findByUsername(person.username);
      expect(owner).toMatchObject({ userId: profile?.id, banned: false });
      expect(profile).toMatchObject({ displayName: person.displayName, bio: person.bio });
      expect(await channels.settings(profile?.id ?? fail())).toMatchObject({
        title: person.title,
        category: person.category,
      });
    }
  });

  it("does not change the account of a person with a demo streamer's username", async () => {
    const { id } = await users.create({ username: 'quiet', email: 'quiet@example.org' });
    const person = { ...(PEOPLE[0] ?? fail()), username: 'quiet' };
    await expect(seedStreamer(person, { users, channels })).rejects.toMatchObject({ code: 'username_taken' });
    expect((await users.find(id))?.roles).toEqual(['viewer']);
  });

  it('has its accounts disabled on an instance that is no longer a demo, even the only admin', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tributary-demo-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const seed = () => seedSignIns({ file: join(directory, 'sign-ins.json'), db, users, channels });
    const signIns = await seed();
    const ids = await Promise.all(signIns.map(async ({ email }) => (await users.findByEmail(email))?.id));
    const person = await users.create({ username: 'real', email: 'real@example.org' });
    // Visitors know the passwords, so they can change the addresses.
    await db.pool.query("update profiles set email = 'visitor@example.org' where username = 'admin'");

    const disabled = await disableDemoAccounts({ db, users });
    expect(await disableDemoAccounts({ db, users })).toBe(disabled);
    const states = (key: 'bannedAt' | 'isPublic') =>
      Promise.all([...ids, person.id].map(async (id) => (await users.find(id ?? fail()))?.[key]));
    expect(await states('isPublic')).toEqual([false, false, false, true]);
    expect(await states('bannedAt')).toEqual([...Array(3).fill(expect.any(Date)), null]);
    const { streamKey } = await channels.ingestAccess(ids[1] ?? fail());
    expect(await channels.authorizeKey(streamKey)).toMatchObject({ banned: true });

    await enableDemoAccounts({ db, users });
    expect(await states('bannedAt')).toEqual(Array(4).fill(null));
    await db.pool.query("update profiles set email = 'admin@demo.example' where username = 'admin'");
    expect(await seed()).toEqual(signIns);
  });

  it('starts with the printed addresses after a visitor has changed the address of the admin account', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tributary-demo-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const seed = () => seedSignIns({ file: join(directory, 'sign-ins.json'), db, users, channels });
    const signIns = await seed();
    const former = (await users.findByEmail('admin@demo.example')) ?? fail();
    await db.pool.query("update profiles set email = 'taken@example.org' where id = $1", [former.id]);
    expect(await seed()).toEqual(signIns);
    const admin = (await users.findByEmail('admin@demo.example')) ?? fail();
    expect(admin.username).toBe(`${former.username}2`);
    expect(admin.roles).toContain('admin');
    expect(await disableDemoAccounts({ db, users })).toBeGreaterThan(0);
    expect((await users.find(admin.id))?.bannedAt).not.toBeNull();
    await enableDemoAccounts({ db, users });
  });

  it('keeps the passwords of its sign-in accounts, and sets new ones if they are lost', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tributary-demo-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const file = join(directory, 'sign-ins.json');
    const first = await seedSignIns({ file, db, users, channels });
    expect(first.map(({ role }) => role)).toEqual(['viewer', 'streamer', 'admin']);
    for (const { role, email } of first) expect((await users.findByEmail(email))?.roles).toContain(role);
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(await seedSignIns({ file, db, users, channels })).toEqual(first);
    await rm(file);
    const second = await seedSignIns({ file, db, users, channels });
    expect(new Set([...first, ...second].map(({ password }) => password)).size).toBe(6);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(
      Object.fromEntries(second.map(({ role, password }) => [role, password])),
    );
  });
});

function fail(): never {
  throw new Error('The test expects this to be there.');
}
