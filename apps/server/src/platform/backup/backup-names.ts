/**
 * The names of objects in a place. Manifests and marks of started backups have folders of their own, since listing the
 * files of all backups takes long.
 */
import { BackupError } from './backup-error.ts';

export const MANIFESTS = 'manifests/';
export const STARTED = 'started/';

export const manifestName = (id: string): string => `${MANIFESTS}${id}.manifest`;
export const startedName = (id: string): string => `${STARTED}${id}.started`;
export const indexName = (id: string): string => `${folderOf(id)}files.index`;
export const secretsName = (id: string): string => `${folderOf(id)}secrets.json`;
export const tableName = (id: string, schema: string, table: string): string =>
  `${folderOf(id)}tables/${schema}.${table}.gz`;
export const filesFolder = (id: string): string => `${folderOf(id)}files/`;
export const folderOf = (id: string): string => `data/${id}/`;

/** Ids ascend with time. */
export const backupIdAt = (time: Date): string => time.toISOString().replaceAll(/[-:.]/g, '').toLowerCase();

const ID = /([0-9]{8}t[0-9]{9}z)\.(?:manifest|started)$/;

/** The id in the name of a manifest or a mark. */
export function idOf(name: string): string {
  const id = ID.exec(name)?.[1];
  if (id === undefined) throw new BackupError(`${name} does not belong to a backup. Move it away.`);
  return id;
}

/** The moment at which a backup began. */
export function startOf(id: string): Date {
  const [, date = '', hours = '', minutes = '', seconds = '', ms = ''] =
    /^(\d{8})t(\d\d)(\d\d)(\d\d)(\d{3})z$/.exec(id) ?? [];
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
  return new Date(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`);
}
