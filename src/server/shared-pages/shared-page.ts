import { PackedPage } from './packed-page.ts';

/** A page as it was read, and when the clock alone makes it wrong; null for never. */
export type ReadPage<Value> = { value: Value; expiresAt: Date | null };

export type SharedPage<Value> = ReadPage<Value> & {
  packed: PackedPage;
  /** Whether something of one person is in it, who alone may see it. */
  isPersonal: boolean;
  /** Bytes of memory, estimated. */
  weight: number;
};

/**
 * What a page costs for each byte of its JSON, with its compressed forms and, of a shared one, the value it was made
 * from.
 */
const weightOfJson = { shared: 4, personal: 1.25 };

/** A page of which every reader may see everything. */
export function pack<Value>(page: ReadPage<Value>): SharedPage<Value> {
  const packed = new PackedPage(page.value);
  return { ...page, packed, isPersonal: false, weight: packed.bytes.length * weightOfJson.shared };
}

/** An answer with something of the reader in it. What it was made from is not needed again. */
export function packOwn(answer: unknown, turns: readonly (Date | null)[]): SharedPage<null> {
  const instants = turns.flatMap((turn) => turn?.getTime() ?? []);
  const expiresAt = instants.length === 0 ? null : new Date(Math.min(...instants));
  // It is sent a few times, to one person.
  const packed = new PackedPage(answer, 1);
  const weight = packed.bytes.length * weightOfJson.personal;
  return { value: null, expiresAt, packed, isPersonal: true, weight };
}
