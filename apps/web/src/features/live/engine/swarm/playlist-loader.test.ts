import type { VerifiedPlaylist } from '@tributary/swarm/playlists/playlist-verifier';
import type { WantedPlaylist } from '@tributary/swarm/session/session-playlists';
import {
  type HlsConfig,
  type LoaderCallbacks,
  type LoaderContext,
  LoadStats,
  type PlaylistLoaderContext,
} from 'hls.js';
import { expect, it } from 'vitest';
import { ScriptedClock } from '../../../../../test/support/scripted-environment.ts';
import { playlistLoader } from './playlist-loader.ts';

const VIDEO = '/live/stream/epoch/video.m3u8?_HLS_msn=4&_HLS_part=1&_HLS_skip=YES';

/** A loader whose instance, peers and mirrors are told what to answer. */
function openLoader() {
  const clock = new ScriptedClock();
  const events: string[] = [];
  const wants: { readonly wanted: WantedPlaylist; readonly done: (playlist: VerifiedPlaylist) => void }[] =
    [];
  let instance: LoaderCallbacks<LoaderContext> | null = null;
  let mirror: ((playlist: VerifiedPlaylist) => void) | null = null;
  let isServing = false;
  class Network {
    stats = new LoadStats();
    abort(): void {
      events.push('aborted the request');
    }
    destroy(): void {}
    load(_context: LoaderContext, _config: unknown, callbacks: LoaderCallbacks<LoaderContext>): void {
      events.push('asked the instance');
      instance = callbacks;
    }
  }
  const PlaylistLoader = playlistLoader(
    {
      originAnswered: () => events.push(isServing ? 'parts come from the mirror' : 'the instance is back'),
      originLost: () => {},
      verify: async () => null,
      want(wanted, done) {
        events.push('asked peers');
        wants.push({ wanted, done });
        return () => {};
      },
      keep: async () => true,
      received: () => {},
    },
    {
      get isServing() {
        return isServing;
      },
      playlist(_url, _verify, done) {
        events.push('asked mirrors');
        mirror = done;
        return () => {};
      },
      returned: () => {
        isServing = false;
      },
    },
    clock,
  );
  const load = (url: string) => {
    const loader = new PlaylistLoader({ loader: Network } as unknown as HlsConfig);
    const context = { url, type: 'level' } as unknown as PlaylistLoaderContext;
    loader.load(context, {} as Parameters<typeof loader.load>[1], {
      onSuccess: ({ data }) => void events.push(`got ${data}`),
      onError: ({ code }) => void events.push(`failed with ${code}`),
      onTimeout: () => void events.push('timed out'),
    });
  };
  const stats = new LoadStats();
  return {
    clock,
    load,
    wants,
    answer: (data: string) => instance?.onSuccess({ url: '', data }, stats, {} as LoaderContext, null),
    fail: (code: number) => instance?.onError({ code, text: '' }, {} as LoaderContext, null, stats),
    mirror(text: string) {
      isServing = true;
      mirror?.({ text } as VerifiedPlaylist);
    },
    peer: (text: string) => wants.at(-1)?.done({ text } as VerifiedPlaylist),
    taken: () => events.splice(0),
  };
}

it('asks the instance alone while it answers', async () => {
  const loader = openLoader();
  loader.load(VIDEO);
  loader.answer('one');
  await loader.clock.advance(60_000);
  expect(loader.taken()).toEqual(['asked the instance', 'the instance is back', 'got one']);
});

it('takes the playlist of a peer where the instance is silent, and asks the instance less and less often', async () => {
  const loader = openLoader();
  loader.load(VIDEO);
  await loader.clock.advance(1_000);
  expect(loader.wants[0]?.wanted).toEqual({ rendition: 0, isWhole: false });
  loader.peer('one');
  loader.answer('late');
  expect(loader.taken()).toEqual(['asked the instance', 'asked peers', 'aborted the request', 'got one']);
  loader.load(VIDEO);
  loader.peer('two');
  expect(loader.taken()).toEqual(['asked peers', 'aborted the request', 'got two']);
  await loader.clock.advance(1_000);
  loader.load(VIDEO);
  expect(loader.taken()).toEqual(['asked the instance', 'asked peers']);
  loader.answer('three');
  expect(loader.taken()).toEqual(['the instance is back', 'got three']);
});

it('tells hls.js of a failed request where no peer has the playlist either', async () => {
  const loader = openLoader();
  loader.load(VIDEO);
  loader.fail(0);
  expect(loader.taken()).toEqual(['asked the instance', 'asked peers']);
  await loader.clock.advance(5_000);
  expect(loader.taken()).toContain('failed with 0');
});

it('asks mirrors where peers have nothing either, and goes on from the one that answered', async () => {
  const loader = openLoader();
  loader.load(VIDEO);
  loader.fail(0);
  await loader.clock.advance(350);
  expect(loader.taken()).toEqual(['asked the instance', 'asked peers']);
  await loader.clock.advance(100);
  loader.mirror('one');
  expect(loader.taken()).toEqual([
    'asked mirrors',
    'parts come from the mirror',
    'aborted the request',
    'got one',
  ]);
  loader.load(VIDEO);
  await loader.clock.advance(50);
  expect(loader.taken()).toEqual(['asked peers', 'asked mirrors']);
  loader.mirror('two');
  await loader.clock.advance(1_000);
  loader.load(VIDEO);
  loader.answer('three');
  expect(loader.taken().slice(-4)).toEqual([
    'asked the instance',
    'asked peers',
    'the instance is back',
    'got three',
  ]);
});

it('asks no mirror while the instance holds a request of a silent stream for a while', async () => {
  const loader = openLoader();
  loader.load(VIDEO);
  await loader.clock.advance(3_900);
  expect(loader.taken()).toEqual(['asked the instance', 'asked peers']);
  await loader.clock.advance(200);
  expect(loader.taken()).toEqual(['asked mirrors']);
});

it('leaves refusals, silent streams and the multivariant playlist to the instance', async () => {
  for (const code of [404, 503]) {
    const loader = openLoader();
    loader.load(VIDEO);
    loader.fail(code);
    expect(loader.taken()).toEqual(['asked the instance', `failed with ${code}`]);
  }
  const loader = openLoader();
  loader.load('/live/stream/index.m3u8');
  await loader.clock.advance(60_000);
  expect(loader.taken()).toEqual(['asked the instance']);
});
