import type { Profile, ProfileEdit, ProfileImageKind } from '@tributary/contracts/profiles';
import { streamId, type UserId } from '@tributary/contracts/shared';
import type { Channels } from '#features/channels/index.ts';
import type { Profile as Person, Users } from '#features/identity/index.ts';
import type { Database, Effect, Writer } from '#platform/db/database.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import type { Images } from '#platform/images/index.ts';
import { profilesErrors } from './profiles.errors.ts';
import * as repo from './profiles.repo.ts';

export interface Profiles {
  /** @throws AppError `profile_not_found`, also for an account that is not public */
  byUsername(username: string): Promise<Profile>;
  /** @throws AppError `profile_not_found`, also for an account that is not public */
  byId(id: UserId): Promise<Profile>;
  /** Changes only the given fields. @throws AppError `video_not_found` for a video of another channel */
  edit(id: UserId, changes: { [K in keyof ProfileEdit]?: ProfileEdit[K] | undefined }): Promise<Profile>;
  /** Replaces an image, or removes it (`bytes` null). The old file is deleted after the commit. */
  setImage(id: UserId, kind: ProfileImageKind, bytes: Buffer | null): Promise<Profile>;
  /** The data of a person's profile page, for the export. */
  exportOf(id: UserId): Promise<{ profilePage: repo.ProfilePage }>;
  /** Deletes the files of an account that is deleted in `tx`. Must be called before its row is deleted. */
  onDelete(tx: Writer, id: UserId, onCommit: (effect: Effect) => void): Promise<void>;
}

export interface ProfilesOptions {
  readonly db: Database;
  /** Public pages are read from it. */
  readonly replica: ReadDatabase;
  readonly users: Users;
  readonly channels: Pick<Channels, 'summaries'>;
  readonly images: Images;
}

export function createProfilesService({ db, replica, users, channels, images }: ProfilesOptions): Profiles {
  async function profileOf(id: UserId, from: ReadDatabase = db): Promise<Profile> {
    const person = await users.find(id, from);
    if (!person) throw profilesErrors.profile_not_found();
    const [page, summaries] = await Promise.all([
      from.read((reader) => repo.findPage(reader, id)),
      channels.summaries([id], from),
    ]);
    const { username, displayName, bio, avatarUrl, bannerUrl, roles } = person;
    return {
      id,
      username,
      displayName,
      bio,
      avatarUrl,
      bannerUrl,
      links: [...page.links],
      featuredVideoId: page.featuredVideoId,
      isStreamer: roles.includes('streamer'),
      isVerified: summaries.get(id)?.isVerified ?? false,
    };
  }

  async function publicProfileOf(person: Person | null): Promise<Profile> {
    if (!person?.isPublic) throw profilesErrors.profile_not_found();
    return profileOf(person.id, replica);
  }

  /** @returns the previous URL */
  async function replaceUrl(tx: Writer, id: UserId, kind: ProfileImageKind, url: string | null) {
    const field = kind === 'avatar' ? 'avatarUrl' : 'bannerUrl';
    return (await users.changeProfile(tx, id, { [field]: url }))[field];
  }

  return {
    byUsername: async (username) => publicProfileOf(await users.findByUsername(username, replica)),
    byId: async (id) => publicProfileOf(await users.find(id, replica)),
    async edit(id, { displayName, bio, links, featuredVideoId }) {
      await db.transact(async (tx) => {
        await users.changeProfile(tx, id, {
          ...(displayName !== undefined && { displayName }),
          ...(bio !== undefined && { bio }),
        });
        if (featuredVideoId && !(await repo.ownsStream(tx, id, streamId.parse(featuredVideoId))))
          throw profilesErrors.video_not_found();
        if (links || featuredVideoId !== undefined) await repo.putPage(tx, id, { links, featuredVideoId });
      });
      return profileOf(id);
    },
    async setImage(id, kind, bytes) {
      const url = bytes && (await images.store(bytes, kind, id));
      try {
        await db.transact(async (tx, onCommit) => {
          const before = await replaceUrl(tx, id, kind, url);
          await images.claim(tx, url);
          await images.release(tx, before);
          onCommit(() => images.discard(before));
        });
      } catch (error) {
        await images.discard(url);
        throw error;
      }
      return profileOf(id);
    },
    exportOf: async (id) => ({ profilePage: await db.read((reader) => repo.findPage(reader, id)) }),
    async onDelete(tx, id, onCommit) {
      const person = await users.find(id);
      const urls = [person?.avatarUrl ?? null, person?.bannerUrl ?? null];
      for (const url of urls) await images.release(tx, url);
      onCommit(async () => void (await Promise.all(urls.map((url) => images.discard(url)))));
    },
  };
}
