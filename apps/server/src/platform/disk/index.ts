export { type DiskSpace, watchDiskSpace } from './disk-space.ts';
