/** Notifications in the bell and by mail, in the language of each recipient. */
import type { UserId } from '@tributary/contracts/shared';
import type { Language } from '@tributary/messages/languages';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createNotificationsFixture } from '../../../test/support/notifications-fixture.ts';

const db = await createTestDatabase();
const fixture = await createNotificationsFixture(db);
const { account, streamer, follow, prefer, goLive, bell, users, mailbox } = fixture;

async function accountIn(language: Language): Promise<{ id: UserId; email: string }> {
  const id = await account();
  await db.transact((tx) => users.chooseLanguage(tx, id, language));
  const { email } = (await users.find(id)) ?? expect.fail();
  return { id, email };
}

it('announces a stream to each follower in the language of their account', async () => {
  const creator = await streamer();
  const { displayName, username } = (await users.find(creator)) ?? expect.fail();
  const followers = {
    en: await accountIn('en'),
    de: await accountIn('de'),
    ja: await accountIn('ja'),
    ar: await accountIn('ar'),
  };
  for (const { id } of Object.values(followers)) {
    await follow(id, creator);
    await prefer(id, 'stream_live', { mail: true });
  }
  await goLive(creator, 'Blick auf den Fluss');

  const german = await mailbox.next(followers.de.email);
  expect(german).toMatchObject({ language: 'de', subject: `${displayName} ist live` });
  expect(german.text).toContain(`${displayName} ist live: Blick auf den Fluss\n`);
  expect(german.text).toContain(`/s/${username}/`);
  expect(german.text).toContain(
    'weil du E-Mails für „Ein Kanal, dem du folgst, geht live“ eingeschaltet hast',
  );
  const arabic = await mailbox.next(followers.ar.email);
  expect(arabic).toMatchObject({ language: 'ar', subject: `بدأ ${displayName} البث المباشر` });
  await mailbox.next(followers.en.email);
  await mailbox.next(followers.ja.email);

  const titles = async ({ id }: { id: UserId }) => (await bell(id)).notifications.map(({ title }) => title);
  expect(await titles(followers.en)).toEqual([`${displayName} went live`]);
  expect(await titles(followers.de)).toEqual([`${displayName} ist live`]);
  expect(await titles(followers.ja)).toEqual([`${displayName}さんが配信を開始しました`]);
  expect(await titles(followers.ar)).toEqual([`بدأ ${displayName} البث المباشر`]);
});
