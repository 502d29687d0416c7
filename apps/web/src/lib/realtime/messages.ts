import type { ServerMessage } from '@tributary/contracts/realtime';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Checks a message's envelope. The server checks everything that it publishes against the topic's schema, and parsing
 * the data again would put zod into the first page load.
 */
function isServerMessage(value: unknown): value is ServerMessage {
  if (!isRecord(value)) return false;
  const { type, topic, id } = value;
  switch (type) {
    case 'pong':
      return true;
    case 'ack':
      return typeof id === 'number';
    case 'refused':
      return typeof topic === 'string' && typeof value.code === 'string';
    case 'message':
      return (
        typeof topic === 'string' &&
        'data' in value &&
        (value.kind === 'snapshot' || value.kind === 'patch' || value.kind === 'append') &&
        (typeof id === 'string' || (id === undefined && value.kind !== 'append'))
      );
    default:
      return false;
  }
}

/**
 * The messages in a text frame, which carries one or an array, without those that this version of the app does not
 * know.
 */
export function parseServerFrame(text: unknown): readonly ServerMessage[] {
  if (typeof text !== 'string') return [];
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? value : [value]).filter(isServerMessage);
  } catch {
    return [];
  }
}
