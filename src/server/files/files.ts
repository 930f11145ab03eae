/**
 * Stores the files that people upload. A file never changes: another picture gets another name, so browsers may cache
 * a file for ever. Names come from `newFileName` and have the form `folder/<32 hexadecimal digits>.ending`.
 */
export type Files = {
  /** Writes the file; when the promise resolves, the file outlasts a crash. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Reads the file; null when there is none. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Removes the file. Idempotent. */
  remove(name: string): Promise<void>;
  /** The names of all files, in no order. */
  list(): AsyncIterable<string>;
};
