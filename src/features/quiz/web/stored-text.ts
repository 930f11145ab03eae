/**
 * A text that the browser keeps under a name. A browser that keeps nothing remembers it until the page is left.
 */
export type StoredText = { read(): string | null; keep(text: string): void; forget(): void };

const inMemory = new Map<string, string>();

/** Merely naming a storage throws where the browser has it switched off, so it is given as a function. */
export function storedText(storage: () => Storage, key: string): StoredText {
  return {
    read() {
      try {
        return storage().getItem(key) ?? inMemory.get(key) ?? null;
      } catch {
        return inMemory.get(key) ?? null;
      }
    },
    keep(text) {
      try {
        storage().setItem(key, text);
        inMemory.delete(key);
      } catch {
        inMemory.set(key, text);
      }
    },
    forget() {
      inMemory.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // It was never there.
      }
    },
  };
}
