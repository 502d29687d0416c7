export { type DiskRoom, watchDiskRoom } from './disk-room.ts';
