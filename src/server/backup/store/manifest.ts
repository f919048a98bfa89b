import { z } from 'zod';
import { storedFileType } from '../../files/stored-file-type.ts';
import { parseJson } from '../../lib/parse-json.ts';

/** Folders of a backup store. The one of the manifests lists the complete backups. */
export const manifestsFolder = 'backups/';
export const databasesFolder = 'databases/';

/** A stored object as it is in the store, encrypted or not. */
const objectSchema = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), size: z.number().int().min(0) });
export type StoredObject = z.infer<typeof objectSchema>;

/** Rows of a table, and a digest of their content that doesn't depend on their order. */
const tableSchema = z.object({ rows: z.number().int(), digest: z.string() });
export type TableDigests = Record<string, z.infer<typeof tableSchema>>;

/** Describes one backup. It is written last, so a backup without a manifest was interrupted. */
const manifestSchema = z.object({
  format: z.literal('catalogue-back-office-store'),
  formatVersion: z.literal(1),
  appVersion: z.string(),
  createdAt: z.iso.datetime(),
  /** The database that was backed up; several may share a store. */
  databaseId: z.string(),
  encryption: z.enum(['none', 'passphrase', 'age']),
  database: objectSchema.extend({
    kind: z.enum(['sqlite', 'postgres']),
    name: z.string().regex(/^databases\/[\w.-]+$/),
    tables: z.record(z.string(), tableSchema),
    migrations: z.array(z.string()),
  }),
  /** The folder of its files. Backups with the same key share it. */
  filesFolder: z.string().regex(/^files(-[0-9a-f]{16})?\/$/),
  /** Uploads by name. Manifests come from outside, and no other name may be written. */
  files: z.record(
    z.string().refine((name) => storedFileType(name) !== undefined),
    objectSchema,
  ),
  /** Uploads that records use, but that were missing already. */
  missing: z.array(z.string()),
});
export type StoreManifest = z.infer<typeof manifestSchema>;

/** Returns null if this is no manifest of this version of the app. */
export const parseManifest = (text: string): StoreManifest | null =>
  manifestSchema.safeParse(parseJson(text)).data ?? null;

/** The name of a backup, for people and for objects: its time without colons, which Windows doesn't allow. */
export const nameBackup = ({ createdAt }: Pick<StoreManifest, 'createdAt'>): string =>
  createdAt.replaceAll(':', '-');

export const manifestPath = (name: string): string => `${manifestsFolder}${name}.json`;

/** The object of a file, encrypted or not. */
export const filePath = ({ filesFolder, encryption }: StoreManifest, name: string): string =>
  `${filesFolder}${name}${encryption === 'none' ? '' : '.age'}`;
