import { createHash } from 'node:crypto';
import { z } from 'zod';
import { damaged, type Entry, readArchive } from './read-archive.ts';

/** The last entry of a backup: what it holds. An archive without it is not whole. */
export const manifestName = 'manifest.json';

const tableContent = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** Covers all rows, whatever their order. */
  hash: z.string(),
});

const manifestShape = z.object({
  format: z.literal(1, { error: 'it was made by another version of Sumi' }),
  madeAt: z.iso.datetime(),
  /** Whether a server was running on the database: then it has sent the letters that wait in the backup. */
  serverRan: z.boolean(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(tableContent),
  /** The last number that each sequence gave; null for none yet. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  files: z.number(),
  /** Covers all entries before this one. */
  digest: z.string(),
});

export type Manifest = z.output<typeof manifestShape>;
export type TableContent = z.output<typeof tableContent>;

/** Sums up entries in order, names and lengths included. */
export function digestOfEntries() {
  const hash = createHash('sha256');
  return {
    add(name: string, bytes: Uint8Array) {
      hash.update(`${name}\0${bytes.byteLength}\0`).update(bytes);
    },
    value: () => hash.copy().digest('hex'),
  };
}

/**
 * Reads a backup from its first to its last byte: gives each entry to `take` and returns the manifest once everything
 * fits it. What `take` was given before counts only then. @throws OperatorError when the file is not whole.
 */
export async function readBackup(
  file: string,
  passphrase: string | null,
  take: (entry: Entry) => Promise<void> = async () => {},
): Promise<Manifest> {
  const digest = digestOfEntries();
  let manifest: Manifest | null = null;
  for await (const { name, bytes } of readArchive(file, passphrase)) {
    if (manifest) throw damaged(file, `${name} follows its end`);
    if (name === manifestName) {
      manifest = parseManifest(file, bytes);
    } else {
      digest.add(name, bytes);
      await take({ name, bytes });
    }
  }
  if (!manifest) throw damaged(file, 'its end is missing');
  if (manifest.digest !== digest.value()) throw damaged(file, 'its content is another');
  return manifest;
}

function parseManifest(file: string, bytes: Buffer): Manifest {
  try {
    return manifestShape.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? (error.issues[0]?.message ?? '') : (error as Error).message;
    throw damaged(file, why);
  }
}
