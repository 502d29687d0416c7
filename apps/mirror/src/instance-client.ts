/** The mirror's HTTP requests to the instance. */
import { getStreamBySlug } from '@tributary/contracts/live';
import { getStreamSwarm } from '@tributary/contracts/swarm';
import { importPublicKey, type VerificationKey } from '@tributary/swarm/manifest/manifest-verifier';
import type { MirrorOptions } from './mirror-options.ts';
import { MirrorStop } from './mirror-stop.ts';

const ANSWER_MS = 10_000;

export interface FoundStream {
  readonly id: string;
  readonly title: string;
  readonly key: VerificationKey;
}

/** The instance has no such playlist or media, or no longer. */
export class GoneError extends Error {
  override readonly name = 'GoneError';
}

/** @throws GoneError, and other errors where the instance does not answer */
export async function load(url: string, signal?: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(url, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  if ([401, 403, 404, 410].includes(response.status))
    throw new GoneError(`The instance answers ${response.status} for ${url}.`);
  if (!response.ok) throw new Error(`The instance answers ${response.status} for ${url}.`);
  return response;
}

/**
 * Finds the live stream of a channel, if it may be mirrored.
 * @throws MirrorStop, and other errors where the instance does not answer
 */
export async function findStream({ instance, username }: MirrorOptions): Promise<FoundStream> {
  const name = encodeURIComponent(username);
  const path = getStreamBySlug.path.replace(':username', name).replace(':slug', 'live');
  const detail = getStreamBySlug.response.parse(await loadJson(`${instance}${path}`, username));
  const { state, stream } = detail;
  if (stream === null || state === 'ended' || state === 'offline')
    throw new MirrorStop(`${username} is not live. Start the mirror once the stream runs.`);
  if (stream.gate !== null)
    throw new MirrorStop(`The stream of ${username} is not public: mirrors serve public streams only.`);
  if (stream.isHidden || stream.playbackUrl === null)
    throw new MirrorStop(`The stream of ${username} cannot be watched at the moment.`);
  const swarmPath = getStreamSwarm.path.replace(':id', stream.id);
  const { policy, publicKey } = getStreamSwarm.response.parse(
    await loadJson(`${instance}${swarmPath}`, username),
  );
  if (policy === 'off' || publicKey === null)
    throw new MirrorStop(
      `${username} or the instance has turned peer-to-peer delivery off, so that the stream may not be mirrored.`,
    );
  const key = await importPublicKey(new Uint8Array(Buffer.from(publicKey, 'base64url')));
  return { id: stream.id, title: stream.title, key };
}

async function loadJson(url: string, username: string): Promise<unknown> {
  try {
    return await (await load(url)).json();
  } catch (error) {
    if (error instanceof GoneError) throw new MirrorStop(`The instance knows no channel ${username}.`);
    throw error;
  }
}
