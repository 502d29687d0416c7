import type { Log } from '../log/log.ts';
import { type Bus, BusHandlers } from './bus.ts';

/** A bus for an instance of one process. It delivers before `publish` returns. */
export function createInProcessBus(log: Log): Bus {
  const handlers = new BusHandlers(log);
  let closed = false;
  return {
    publish(channel, message) {
      if (!closed) handlers.deliver(channel, message);
    },
    subscribe: (channel, handler) => handlers.subscribe(channel, handler),
    onGap: (handler) => handlers.onGap(handler),
    async close() {
      closed = true;
    },
  };
}
