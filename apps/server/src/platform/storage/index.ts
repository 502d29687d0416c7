export { createDiskStorage } from './disk.ts';
export type { Storage } from './storage.ts';
