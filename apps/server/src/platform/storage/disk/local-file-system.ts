import { statfs } from 'node:fs/promises';

/** The numbers (f_type of statfs(2) on Linux) of file systems on disks of this machine. */
const LOCAL_TYPES: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x2fc12fc1, // ZFS
  0xf2f52010, // F2FS
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
]);

/** Whether a folder is known to be on a disk of this machine, so that it answers even if the network hangs. */
export const isOnLocalDisk = async (folder: string): Promise<boolean> =>
  LOCAL_TYPES.has((await statfs(folder)).type);
