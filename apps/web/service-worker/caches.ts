/** The caches for times without a network: the offline page with its files, and the app's scripts. */
import { ASSETS, FILES, SHELL, VERSION } from './build.ts';

const SHELL_CACHE = `shell-${VERSION}`;
/** Assets have content hashes, so they are valid in every version. */
const ASSET_CACHE = 'assets';

const OFFLINE_PAGE = '/offline.html';

/** Caches the shell completely, or fails, so that the installation is retried later. */
export async function cacheShell(): Promise<void> {
  const shell = await caches.open(SHELL_CACHE);
  await shell.addAll(FILES.map((path) => new Request(path, { cache: 'reload' })));
  await (await caches.open(ASSET_CACHE)).addAll(SHELL);
}

/** Deletes what earlier versions cached and this one doesn't need. */
export async function deleteOldCaches(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name !== SHELL_CACHE && name !== ASSET_CACHE) await caches.delete(name);
  }
  const assets = await caches.open(ASSET_CACHE);
  const built = new Set(ASSETS);
  for (const request of await assets.keys()) {
    if (!built.has(new URL(request.url).pathname)) await assets.delete(request);
  }
}

/** @param preloaded the response that the browser requested while the worker was starting */
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
    // Respond even if the disk is full.
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
