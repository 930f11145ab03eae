/**
 * Where the files that people upload are kept. A file is written once and never changed: another picture is
 * another name, so whoever has an address may remember what it answered for ever.
 *
 * Names are `folder/<32 hexadecimal digits>.ending`, made by `newFileName`; any other is no file.
 */
export type Files = {
  /** Keeps the bytes under that name; once it answers they outlast a crash. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null when there is no such file. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Removes the file; one that is not there is removed already. */
  remove(name: string): Promise<void>;
};
