import type { TabMessage } from './ports.ts';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Whether this version of the app knows the message; another tab may run a different version. */
export function isTabMessage(value: unknown): value is TabMessage {
  if (!isRecord(value)) return false;
  switch (value.type) {
    case 'grant':
      return (
        isRecord(value.grant) &&
        typeof value.grant.accessToken === 'string' &&
        typeof value.grant.expiresAt === 'number' &&
        typeof value.grant.userId === 'string' &&
        typeof value.grant.email === 'string'
      );
    case 'signed-in':
      return typeof value.userId === 'string';
    case 'user-updated':
    case 'signed-out':
      return true;
    default:
      return false;
  }
}
