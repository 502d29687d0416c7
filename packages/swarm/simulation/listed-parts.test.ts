/** The parts that a session learns of from playlists and earlier manifests. */
import { expect, it } from 'vitest';
import { ListedParts } from '../src/session/listed-parts.ts';
import { LiveStream } from './live-peers.ts';

const manifestOf = (playlist: string): string =>
  /^#EXT-X-TRIBUTARY-MANIFEST:.*$/m.exec(playlist)?.[0] ?? expect.fail(playlist);

it('verifies parts that no playlist which it read has announced, by the manifests of a mirror', async () => {
  const stream = await LiveStream.create();
  const published = [];
  for (let index = 0; index < 10; index++) published.push(await stream.publish());
  const [first, last] = [published[0], published[9]];
  const missed = published[4];
  if (first === undefined || last === undefined || missed === undefined) return expect.fail('Too few parts.');
  const urlOf = stream.urlOf.bind(stream);
  const refused = () => expect.fail('A manifest was refused.');
  const fresh = () => new ListedParts(stream.key, stream.swarm, refused, () => {});

  const unaware = fresh();
  unaware.read(first.playlist, urlOf, 0);
  unaware.read(last.playlist, urlOf, 0);
  expect(unaware.at(missed.url)).toBeUndefined();

  const listed = fresh();
  listed.read(first.playlist, urlOf, 0);
  await listed.learn(published.map(({ playlist }) => manifestOf(playlist)));
  listed.read(last.playlist, urlOf, 0);
  expect(await listed.at(missed.url)?.entry).toEqual(missed.entry);
  expect(listed.urlOf(missed.entry.address)).toBe(missed.url);
});

it('refuses manifests that another instance has signed', async () => {
  const [stream, other] = [await LiveStream.create(), await LiveStream.create()];
  const { playlist } = await other.publish();
  const listed = new ListedParts(
    stream.key,
    stream.swarm,
    () => {},
    () => {},
  );
  await expect(listed.learn([manifestOf(playlist)])).rejects.toThrow('is not that of the instance');
});
