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

/** A loader whose supplier is told what to answer. */
function openSuppliedLoader() {
  const asked: ((bytes: ArrayBuffer | null) => void)[] = [];
  const events: string[] = [];
  let cancelled = 0;
  const supplier = {
    loaded: (bytes: number) => events.push(`counted ${bytes}`),
    request(_: unknown, done: (bytes: ArrayBuffer | null) => void) {
      asked.push(done);
      return () => {
        cancelled += 1;
      };
    },
  };
  class Network {
    stats = new LoadStats();
    context: LoaderContext | null = null;
    abort(): void {
      events.push('aborted the request');
    }
    destroy(): void {}
    load(context: LoaderContext, _: unknown, { onSuccess }: LoaderCallbacks<LoaderContext>): void {
      onSuccess({ url: '/part.m4s', data: new ArrayBuffer(3) }, this.stats, context, null);
    }
  }
  const MediaLoader = mediaLoader({ supply: { supplier } });
  const loader = new MediaLoader({ loader: Network } as unknown as HlsConfig);
  const load = (part: object | null, sn: number | 'initSegment' = 7) =>
    loader.load(
      { url: '/part.m4s', frag: { type: 'audio', sn, cc: 0 }, part } as unknown as FragmentLoaderContext,
      {} as Parameters<(typeof loader)['load']>[1],
      {
        onSuccess: ({ data }, { loaded }) =>
          events.push(`got ${data instanceof ArrayBuffer ? data.byteLength : 0} of ${loaded}`),
        onAbort: () => events.push('aborted'),
        onError: () => events.push('failed'),
        onTimeout: () => events.push('timed out'),
      },
    );
  return { load, loader, asked, events, cancels: () => cancelled };
}

const PART = { duration: 0.3, end: 1 };

it('gives hls.js the part that the supplier has, without a request', () => {
  const { load, asked, events } = openSuppliedLoader();
  load(PART);
  asked[0]?.(new ArrayBuffer(5));
  expect(events).toEqual(['got 5 of 5']);
});

it.each([['segment', 7] as const, ['init section', 'initSegment'] as const])(
  'gives hls.js the %s that the supplier has',
  (_, sn) => {
    const { load, asked, events } = openSuppliedLoader();
    load(null, sn);
    asked[0]?.(new ArrayBuffer(9));
    expect(events).toEqual(['got 9 of 9']);
  },
);

it('loads a part, segment or init section from its URL that the supplier does not have', () => {
  for (const [part, sn] of [[PART], [null], [null, 'initSegment']] as const) {
    const supplied = openSuppliedLoader();
    supplied.load(part, sn);
    supplied.asked[0]?.(null);
    expect(supplied.events).toEqual(['counted 0', 'got 3 of 0']);
  }
});

it('ends the wait for the supplier when hls.js aborts', () => {
  const { load, loader, events, cancels } = openSuppliedLoader();
  load(PART);
  loader.abort();
  expect(events).toEqual(['aborted']);
  expect(cancels()).toBe(1);
});
