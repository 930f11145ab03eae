import { Zip, ZipDeflate } from 'fflate';

export type ZipEntry = { name: string; pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/** Packs entries into a ZIP file, piece by piece: neither an entry nor the file is ever whole in memory. */
export async function* zipEntries(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else ready.push(chunk);
  });
  const take = () => {
    if (failure) throw failure;
    return ready.splice(0);
  };
  for await (const { name, pieces } of entries) {
    const entry = new ZipDeflate(name, { level: 6 });
    zip.add(entry);
    for await (const piece of pieces) {
      entry.push(piece);
      yield* take();
    }
    entry.push(new Uint8Array(), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
