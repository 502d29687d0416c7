/** What the build knows of itself; build-service-worker.ts puts it in the place of these names. */
declare const __FILES__: readonly string[];
declare const __SHELL__: readonly string[];
declare const __ASSETS__: readonly string[];
declare const __VERSION__: string;

/** The offline page and what it is made of, as far as it is not named by its content. */
export const FILES = __FILES__;
/** Assets of the first page. */
export const SHELL = __SHELL__;
/** All assets there are. */
export const ASSETS = __ASSETS__;
/** Another one wherever any of these differs. */
export const VERSION = __VERSION__;
