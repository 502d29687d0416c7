import { type StreamId, streamId, type UserId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { createLog } from '#platform/log/log.ts';
import { processId } from '#platform/processes/processes.tables.ts';
import { createRoomPresence, type RoomPresenceOptions } from './room-presence.ts';

const [ADA, BEN] = [userId.parse(uuidv7()), userId.parse(uuidv7())];
const ROOM = streamId.parse(uuidv7());

/** Creates two processes that share a bus, and the clock of the second one. */
function setUp() {
  const bus = createInProcessBus(createLog('silent'));
  let nowMs = 0;
  const create = (rooms: Map<StreamId, { userIds: UserId[]; visitors: number }>) => {
    const realtime = {
      keys: () => [...rooms.keys()],
      topic: (_contract: unknown, id: StreamId) => ({
        people: () => rooms.get(id) ?? { userIds: [], visitors: 0 },
      }),
    } as unknown as RoomPresenceOptions['realtime'];
    const presence = createRoomPresence({
      bus,
      realtime,
      processId: processId.parse(uuidv7()),
      now: () => nowMs,
    });
    onTestFinished(() => presence.close());
    return presence;
  };
  const rooms = new Map([[ROOM, { userIds: [ADA], visitors: 2 }]]);
  return {
    first: create(rooms),
    second: create(new Map([[ROOM, { userIds: [ADA, BEN], visitors: 1 }]])),
    rooms,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

it('counts the people who have a chat open in all processes, each person once', () => {
  const { first, second } = setUp();
  first.report();
  expect(second.in(ROOM)).toEqual({ userIds: new Set([ADA, BEN]), visitors: 3 });
  expect(first.isIn(ROOM, BEN)).toBe(false);
  second.report();
  expect(first.isIn(ROOM, BEN)).toBe(true);
});

it('forgets people who left with the next report, and all people of a process that stops reporting', () => {
  const { first, second, rooms, pass } = setUp();
  first.report();
  rooms.clear();
  first.report();
  expect(second.in(ROOM).visitors).toBe(1);
  second.report();
  expect(first.in(ROOM).userIds.size).toBe(2);
  pass(15_000);
  expect(first.in(ROOM).userIds.size).toBe(0);
});
