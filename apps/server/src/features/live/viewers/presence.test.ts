import { streamId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import type { ActionConnection } from '#platform/realtime/index.ts';
import { createPresence } from './presence.ts';

const RIVER = streamId.parse('01890a5d-ac96-774b-bcce-b302099a8057');
const LAKE = streamId.parse('01890a5d-ac96-774b-bcce-b302099a8058');

function setup() {
  const presence = createPresence();
  const reported: (string | null)[] = [];
  presence.onWatching((_tab, id) => void reported.push(id));
  const closing = new AbortController();
  const tab: ActionConnection = {
    id: 'tab',
    clientId: 'browser',
    network: '192.0.2.7',
    principal: null,
    closed: closing.signal,
  };
  return { presence, reported, tab, close: () => closing.abort() };
}

it('reports what a tab watches, and that it stopped when its socket closes', () => {
  const { presence, reported, tab, close } = setup();
  presence.report(tab, RIVER, true);
  presence.report(tab, RIVER, false);
  presence.report(tab, RIVER, true);
  close();
  expect(reported).toEqual([RIVER, null, RIVER, null]);
  presence.report(tab, RIVER, true);
  expect(reported).toHaveLength(4);
});

it('keeps the stream that a tab switched to when the end of the previous one is reported late', () => {
  const { presence, reported, tab } = setup();
  presence.report(tab, RIVER, true);
  presence.report(tab, LAKE, true);
  presence.report(tab, RIVER, false);
  expect(reported).toEqual([RIVER, LAKE]);
});

it('passes on what a tab has played of the stream that it watches, and of no other', () => {
  const { presence, tab } = setup();
  const played: unknown[] = [];
  presence.onPlayed((_tab, id, minutes) => played.push([id, minutes]));
  presence.reportPlayed(tab, RIVER, [0]);
  presence.report(tab, RIVER, true);
  presence.reportPlayed(tab, RIVER, [1, 2]);
  presence.reportPlayed(tab, LAKE, [3]);
  expect(played).toEqual([[RIVER, [1, 2]]]);
});
