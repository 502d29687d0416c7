/** Facts about the build; build-service-worker.ts replaces these names with values. */
declare const __FILES__: readonly string[];
declare const __SHELL__: readonly string[];
declare const __ASSETS__: readonly string[];
declare const __VERSION__: string;

/** The offline page and its files without a content hash. */
export const FILES = __FILES__;
/** The assets of the first page. */
export const SHELL = __SHELL__;
/** All assets. */
export const ASSETS = __ASSETS__;
/** Changes whenever any of these does. */
export const VERSION = __VERSION__;
