/** Whether media that browsers load from MEDIA_URL comes from this instance, with and without a grant in the address. */
import type { Config } from '#config/config.ts';
import { type Finding, failed, ok, reasonOf, warning } from './finding.ts';

const TIMEOUT_MS = 10_000;
/** A stream that does not exist: delivery answers it with 404, for pages of all origins. */
const PATH = '/live/doctor/index.m3u8';

export async function checkMediaHost(
  { mediaUrl, publicUrl }: Pick<Config, 'mediaUrl' | 'publicUrl'>,
  isRunning: boolean,
): Promise<Finding[]> {
  if (mediaUrl === null) return [];
  try {
    const direct = await ask(publicUrl + PATH);
    const [plain, granted] = await Promise.all([ask(mediaUrl + PATH), ask(`${mediaUrl}/~doctor${PATH}`)]);
    if (!isSame(plain, direct)) return [otherProgram(mediaUrl, plain)];
    if (!isSame(granted, direct)) {
      return [
        failed(
          `${mediaUrl} answers ${granted.status} for addresses that begin with /~: gated streams do not play.`,
          'Have the CDN or the edge pass paths that begin with /~ to the instance unchanged, and cache none of them.',
        ),
      ];
    }
    return [ok(`Media of this instance is at ${mediaUrl}.`)];
  } catch (error) {
    const message = `MEDIA_URL: ${mediaUrl} cannot be reached from this machine: ${reasonOf(error)}.`;
    if (!isRunning) return [warning(message, 'Start the instance and the edge, and try again.')];
    return [
      failed(message, 'Check the DNS entry of the name, its certificate, and that the edge is running.'),
    ];
  }
}

interface Answer {
  readonly status: number;
  readonly allowedOrigin: string | null;
  readonly body: string;
}

async function ask(url: string): Promise<Answer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
  return {
    status: response.status,
    allowedOrigin: response.headers.get('access-control-allow-origin'),
    body: await response.text(),
  };
}

const isSame = (one: Answer, other: Answer) =>
  one.status === other.status && one.body === other.body && one.allowedOrigin === other.allowedOrigin;

function otherProgram(mediaUrl: string, { status, allowedOrigin }: Answer): Finding {
  const advice = 'Have the CDN or the edge fetch from this instance, and pass all of its headers on.';
  return status === 404 && allowedOrigin === null
    ? failed(`${mediaUrl} sends no Access-Control-Allow-Origin, so pages cannot read its media.`, advice)
    : failed(`Another program answers at ${mediaUrl}, with status ${status} for ${PATH}.`, advice);
}
