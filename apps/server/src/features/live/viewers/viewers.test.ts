import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createViewers } from './viewers.ts';

describe('Viewers', () => {
  it('counts a browser once until its last tab stops watching', () => {
    const viewers = createViewers<string>();
    const [tab1, tab2, other] = [{}, {}, {}];
    viewers.watching(tab1, 'a', 's');
    viewers.watching(tab2, 'a', 's');
    viewers.watching(other, 'b', 's');
    expect(viewers.count('s')).toBe(2);
    viewers.watching(tab1, 'a', null);
    expect(viewers.count('s')).toBe(2);
    viewers.watching(tab2, 'a', 't');
    expect(viewers.count('s')).toBe(1);
    expect(viewers.count('t')).toBe(1);
  });

  it('counts every new viewer of a stream once, and forgets them when the stream ends', () => {
    const viewers = createViewers<string>();
    const tab = {};
    for (const stream of ['s', null, 's']) viewers.watching(tab, 'a', stream);
    viewers.watching({}, 'b', 's');
    expect(viewers.takeArrived('s')).toBe(2);
    expect(viewers.takeArrived('s')).toBe(0);
    viewers.forgetOthers([]);
    viewers.watching({}, 'a', 's');
    viewers.watching({}, 'c', 's');
    expect(viewers.takeArrived('s')).toBe(1);
  });

  it('reports a stream as changed only when its count changed', () => {
    const viewers = createViewers<string>();
    viewers.watching({}, 'a', 's');
    expect(viewers.takeChanged()).toEqual(['s']);
    viewers.watching({}, 'a', 's');
    expect(viewers.takeChanged()).toEqual([]);
  });

  it('agrees with a recount after any sequence of tabs watching and leaving', () => {
    const sockets = Array.from({ length: 6 }, (_, i) => ({ browser: `b${i % 3}` }));
    const act = fc.record({ socket: fc.nat(5), stream: fc.constantFrom('s', 't', null) });
    fc.assert(
      fc.property(fc.array(act), (acts) => {
        const viewers = createViewers<string>();
        const plays = new Map<number, string | null>();
        for (const { socket, stream } of acts) {
          const holder = sockets[socket];
          if (holder === undefined) continue;
          viewers.watching(holder, holder.browser, stream);
          plays.set(socket, stream);
        }
        for (const stream of ['s', 't']) {
          const browsers = new Set(
            [...plays].filter(([, s]) => s === stream).map(([i]) => sockets[i]?.browser),
          );
          expect(viewers.count(stream)).toBe(browsers.size);
        }
      }),
    );
  });
});
