import { expect, it, vi } from 'vitest';
import { OfferFinder } from './offer-finder.ts';

it('asks for the offer of a stream again after a change, at a random moment of the next three seconds', async () => {
  const offers = ['on', 'relay'];
  const found: (string | undefined)[] = [];
  const waits: { readonly ms: number; readonly task: () => void }[] = [];
  const after = (ms: number, task: () => void) => {
    waits.push({ ms, task });
    return () => {};
  };
  const finder = new OfferFinder(
    { after },
    async () => offers.shift(),
    (offer) => found.push(offer),
    () => 0.5,
  );
  await vi.waitFor(() => expect(found).toEqual(['on']));
  finder.findAgain();
  expect(waits.map(({ ms }) => ms)).toEqual([1500]);
  expect(found).toEqual(['on']);
  waits[0]?.task();
  await vi.waitFor(() => expect(found).toEqual(['on', 'relay']));
});

it('reports no offer that is found after the viewer has left', async () => {
  let answer = (_: string) => {};
  const found: string[] = [];
  const finder = new OfferFinder(
    { after: () => () => {} },
    () => new Promise<string>((resolve) => (answer = resolve)),
    (offer) => found.push(offer),
  );
  finder.stop();
  answer('relay');
  await Promise.resolve();
  await Promise.resolve();
  expect(found).toEqual([]);
});
