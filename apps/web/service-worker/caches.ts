/** What is kept for when there is no network: the offline page with all it needs, and the app's own scripts. */
import { ASSETS, FILES, SHELL, VERSION } from './build.ts';

const SHELL_CACHE = `shell-${VERSION}`;
/** Named by their content: they are right in every version. */
const ASSET_CACHE = 'assets';

const OFFLINE_PAGE = '/offline.html';

/** Whole or not at all: an installation that lacks something is tried again later. */
export async function keepShell(): Promise<void> {
  const shell = await caches.open(SHELL_CACHE);
  await shell.addAll(FILES.map((path) => new Request(path, { cache: 'reload' })));
  await (await caches.open(ASSET_CACHE)).addAll(SHELL);
}

/** Lets go of what earlier versions kept and this one has no use for. */
export async function forgetOld(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name !== SHELL_CACHE && name !== ASSET_CACHE) await caches.delete(name);
  }
  const assets = await caches.open(ASSET_CACHE);
  const built = new Set(ASSETS);
  for (const request of await assets.keys()) {
    if (!built.has(new URL(request.url).pathname)) await assets.delete(request);
  }
}

/** @param preloaded what the browser asked for while the worker was being woken */
export async function page(request: Request, preloaded: Promise<Response | undefined>): Promise<Response> {
  try {
    return (await preloaded) ?? (await fetch(request));
  } catch (error) {
    const offline = await (await caches.open(SHELL_CACHE)).match(OFFLINE_PAGE);
    if (!offline) throw error;
    return offline;
  }
}

export async function asset(request: Request): Promise<Response> {
  const assets = await caches.open(ASSET_CACHE);
  const kept = await assets.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === 'basic') {
    // A full disk is no reason not to answer.
    await assets.put(request, answer.clone()).catch(() => undefined);
  }
  return answer;
}

export async function file(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(SHELL_CACHE)).match(request, { ignoreVary: true });
    if (!kept) throw error;
    return kept;
  }
}
