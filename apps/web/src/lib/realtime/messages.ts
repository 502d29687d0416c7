import type { ServerMessage } from '@tributary/contracts';

/** Messages that carry a topic's whole present state; the others only amend the last one. */
export type Snapshot = Extract<
  ServerMessage,
  { type: 'featured' | 'stream' | 'signal' | 'notifications' | 'following' }
>;
export type TopicMessage = Exclude<ServerMessage, { type: 'pong' }>;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Checks a message's envelope: its kind, its topic and the outline of its data. The fields within are
 * the server's own, typed by the shared contract; parsing them deeply would put zod into the first
 * page load and cost time on every count that changes.
 */
function isServerMessage(value: unknown): value is ServerMessage {
  if (!isRecord(value)) return false;
  if (value.type === 'pong') return true;
  if (typeof value.topic !== 'string') return false;
  switch (value.type) {
    case 'featured':
      return Array.isArray(value.data) && value.data.every(isRecord);
    case 'stream':
      return isRecord(value.data) && typeof value.data.state === 'string' && isRecord(value.data.streamer);
    case 'viewers':
      return isRecord(value.data) && Number.isInteger(value.data.currentViewers);
    case 'signal':
      return isRecord(value.data) && typeof value.data.state === 'string';
    case 'notifications':
      return isRecord(value.data) && Array.isArray(value.data.notifications);
    case 'notification':
      return isRecord(value.data) && typeof value.data.id === 'string';
    case 'following':
      return isRecord(value.data) && Array.isArray(value.data.streams);
    case 'followed_channel':
      return isRecord(value.data) && typeof value.data.streamerId === 'string';
    case 'refused':
      return typeof value.code === 'string';
    default:
      return false;
  }
}

/** The message in a text frame, or null where it is not one that this version of the app knows. */
export function parseServerMessage(text: unknown): ServerMessage | null {
  if (typeof text !== 'string') return null;
  try {
    const value: unknown = JSON.parse(text);
    return isServerMessage(value) ? value : null;
  } catch {
    return null;
  }
}
