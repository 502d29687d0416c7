/** The requests of a WHEP player (draft-ietf-wish-whep): it posts an offer, and renews and ends the session it gets. */

/** The endpoint did not answer with a session. */
export class WhepRefusal extends Error {
  override readonly name = 'WhepRefusal';
  readonly status: number;

  constructor(status: number) {
    super(`The WHEP endpoint answered with status ${status} instead of 201`);
    this.status = status;
  }
}

export interface WhepAnswer {
  readonly sdp: string;
  /** The STUN and TURN servers that the endpoint names. */
  readonly iceServers: readonly RTCIceServer[];
  readonly session: WhepSession;
}

type Fetch = typeof fetch;

/** @throws WhepRefusal, or what `fetch` rejects with */
export async function postOffer(
  endpoint: string,
  offer: string,
  signal: AbortSignal,
  request: Fetch,
): Promise<WhepAnswer> {
  const response = await request(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/sdp' },
    body: offer,
    signal,
  });
  const location = response.headers.get('location');
  if (response.status !== 201 || location === null) throw new WhepRefusal(response.status);
  const session = new WhepSession(
    new URL(location, response.url).href,
    response.headers.get('ETag'),
    iceCredentialsOf(offer),
    request,
  );
  const iceServers = iceServersOf(response.headers.get('link') ?? '');
  return { sdp: await response.text(), iceServers, session };
}

export class WhepSession {
  readonly #url: string;
  readonly #etag: string | null;
  readonly #iceCredentials: string;
  readonly #request: Fetch;

  constructor(url: string, etag: string | null, iceCredentials: string, request: Fetch) {
    this.#url = url;
    this.#etag = etag;
    this.#iceCredentials = iceCredentials;
    this.#request = request;
  }

  /**
   * Shows the newest cookie of a gated stream, with which the session ends. A fragment without candidates changes
   * nothing else (docs/decisions/024).
   */
  async renew(): Promise<void> {
    // If this fails, the session ends, and the player notices that no frames arrive.
    await this.#request(this.#url, {
      method: 'PATCH',
      headers: {
        'Content-Type': 'application/trickle-ice-sdpfrag',
        ...(this.#etag !== null && { 'If-Match': this.#etag }),
      },
      body: `${this.#iceCredentials}a=end-of-candidates\r\n`,
    }).catch(() => undefined);
  }

  /** Also while the page is being closed. */
  end(): void {
    void this.#request(this.#url, { method: 'DELETE', keepalive: true }).catch(() => undefined);
  }
}

/** The `a=ice-ufrag` and `a=ice-pwd` lines of the first media section, whose transport carries all of them. */
function iceCredentialsOf(offer: string): string {
  return ['ice-ufrag', 'ice-pwd']
    .map((name) => `${new RegExp(`^a=${name}:.*$`, 'm').exec(offer)?.[0].trim() ?? ''}\r\n`)
    .join('');
}

/** Reads the `ice-server` links (section 4.5). Browsers join the headers with commas. */
export function iceServersOf(link: string): RTCIceServer[] {
  return link.split(/,\s*(?=<)/).flatMap((one) => {
    const [target = '', ...parameters] = one.split(';').map((part) => part.trim());
    const values = new Map(parameters.map(parameterOf));
    if (values.get('rel') !== 'ice-server' || !target.startsWith('<')) return [];
    const [username, credential] = [values.get('username'), values.get('credential')];
    return [
      {
        urls: target.slice(1, -1),
        ...(username !== undefined && { username }),
        ...(credential !== undefined && { credential }),
      },
    ];
  });
}

function parameterOf(text: string): [string, string] {
  const equals = text.indexOf('=');
  const value = text.slice(equals + 1).replace(/^"(.*)"$/, '$1');
  return [text.slice(0, equals).toLowerCase(), value];
}
