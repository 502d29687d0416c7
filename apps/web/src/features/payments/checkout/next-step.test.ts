import { expect, it } from 'vitest';
import { backTo } from './next-step.tsx';

it.each([
  ['/s/coral/live', 'Back to the stream'],
  ['/stream/019a0000-0000-7000-8000-000000000000?t=90', 'Back to the stream'],
  ['/events/019a0000-0000-7000-8000-000000000000', 'Back to the event'],
  ['/streamer/coral', 'Back to the channel'],
  ['/discover', 'Go back'],
])('names the page %s: %s', (path, name) => expect(backTo(path)).toBe(name));
