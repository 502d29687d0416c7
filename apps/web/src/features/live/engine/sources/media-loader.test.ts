import {
  type Fragment,
  type FragmentLoaderContext,
  type HlsConfig,
  type LoaderCallbacks,
  type LoaderContext,
  LoadStats,
} from 'hls.js';
import { expect, it } from 'vitest';
import { fragment, inner, keyframe, segmentOf } from '../../../../../test/support/fragments.ts';
import { mediaLoader } from './media-loader.ts';

/** @returns what hls.js gets of media that arrives */
function openLoader() {
  const MediaLoader = mediaLoader();
  return (frag: Partial<Pick<Fragment, 'type' | 'sn' | 'cc'>>, ...fragments: Buffer[]): Buffer => {
    class Network {
      stats = new LoadStats();
      context: LoaderContext | null = null;
      abort(): void {}
      destroy(): void {}
      load(context: LoaderContext, _: unknown, { onSuccess }: LoaderCallbacks<LoaderContext>): void {
        onSuccess({ url: '/part.m4s', data: segmentOf(...fragments) }, this.stats, context, null);
      }
    }
    let received = Buffer.alloc(0);
    const unexpected = () => expect.fail('The loader failed.');
    const context = { frag: { type: 'main', sn: 7, cc: 0, ...frag } } as FragmentLoaderContext;
    new MediaLoader({ loader: Network } as unknown as HlsConfig).load(
      context,
      {} as Parameters<InstanceType<typeof MediaLoader>['load']>[1],
      {
        onSuccess({ data }, _stats, given) {
          expect(given).toBe(context);
          if (data instanceof ArrayBuffer) received = Buffer.from(data);
        },
        onError: unexpected,
        onTimeout: unexpected,
      },
    );
    return received;
  };
}

it('moves the parts of a run by the delay of its first keyframe, and those of another run by theirs', () => {
  const load = openLoader();
  expect(load({ cc: 0 }, fragment(9_000, [keyframe(6_000)]))).toEqual(fragment(15_000, [keyframe(0)]));
  expect(load({ cc: 0 }, fragment(12_000, [inner(12_000)]))).toEqual(fragment(18_000, [inner(6_000)]));
  expect(load({ cc: 1 }, fragment(0, [keyframe(3_000)]))).toEqual(fragment(3_000, [keyframe(0)]));
  // A viewer who seeks back loads an earlier run again.
  expect(load({ cc: 0 }, fragment(3_000, [inner(0)]))).toEqual(fragment(9_000, [inner(-6_000)]));
});

it('leaves initialization sections, audio and video without B-frames as they are', () => {
  const load = openLoader();
  const part = fragment(9_000, [keyframe(6_000)]);
  expect(load({ sn: 'initSegment' }, part)).toEqual(part);
  expect(load({ type: 'audio' } as Partial<Fragment>, part)).toEqual(part);
  const plain = fragment(9_000, [keyframe(0), inner(0)]);
  expect(load({}, plain)).toEqual(plain);
});
