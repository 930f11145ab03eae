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

/** Whose this tab's session storage is: of a member; absent while it is a visitor’s. */
const tabOwner = storedText(() => sessionStorage, 'sumi.tabOwner');

/**
 * Drops what a tab keeps of a member once another person or a visitor uses it: answers and names that were begun, and
 * questions that were put off. What a visitor began stays with the account that they make. `userId` is null for a
 * visitor.
 */
export function keepTabOf(userId: string | null): void {
  const before = tabOwner.read();
  if (before === userId) return;
  if (before !== null) forgetTab();
  if (userId !== null) tabOwner.keep(userId);
}

function forgetTab(): void {
  inMemory.clear();
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('sumi.')) sessionStorage.removeItem(key);
  } catch {
    // A browser that refuses storage has stored nothing.
  }
}
