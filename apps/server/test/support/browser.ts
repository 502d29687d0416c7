/** A browser as the API sees it: it stores cookies and sends the headers of its origin. */

export class Browser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();
  /** The headers of every request. */
  readonly headers: { [name: string]: string; origin: string; 'sec-fetch-site': string };

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.headers = { origin: url, 'sec-fetch-site': 'same-origin', ...headers };
  }

  request(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.#send(method, path, body === undefined ? null : [JSON.stringify(body), 'application/json']);
  }

  /** Submits an HTML form. */
  form(path: string, fields: Record<string, string>): Promise<Answer> {
    return this.#send('POST', path, [
      new URLSearchParams(fields).toString(),
      'application/x-www-form-urlencoded',
    ]);
  }

  async #send(method: string, path: string, body: readonly [text: string, type: string] | null) {
    const response = await fetch(this.#url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...this.headers,
        ...(this.#cookies.size > 0 && { cookie: this.cookieHeader() }),
        ...(body && { 'content-type': body[1] }),
      },
      ...(body && { body: body[0] }),
    });
    const setCookies = response.headers.getSetCookie();
    for (const cookie of setCookies) this.#keep(cookie);
    const text = await response.text();
    return { status: response.status, headers: response.headers, setCookies, text };
  }

  get = (path: string) => this.request('GET', path);
  post = (path: string, body: unknown = {}) => this.request('POST', path, body);
  put = (path: string, body: unknown) => this.request('PUT', path, body);

  cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  #keep(header: string): void {
    const [pair = '', ...attributes] = header.split('; ');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === '' || attributes.includes('Max-Age=0')) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly setCookies: readonly string[];
  readonly text: string;
}

/** The answer's JSON body, typed by the test. */
export function json<T>({ text }: Answer): T {
  return JSON.parse(text) as T;
}
