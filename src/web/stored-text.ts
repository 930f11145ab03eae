/**
 * A text in the browser's local or session storage, for code outside of components; a component uses Mantine's
 * `useLocalStorage`. Where the browser refuses storage, the text is kept in memory until the page is left.
 */
export type StoredText = { read(): string | null; keep(text: string): void; forget(): void };

const inMemory = new Map<string, string>();

/** The storage is given as a function because naming it throws where the browser has it switched off. */
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
        // A browser that refuses storage has stored nothing.
      }
    },
  };
}
