import { type Draft, readDraft, writeAnswers } from '../rules.ts';

/**
 * What the quiz keeps in the browser. The answers of somebody without an account wait under `quizAnswers`, for
 * every tab, until an account takes them; a draft is this tab's, and outlives a reload and the way back from
 * signing up. A browser that keeps nothing remembers both until the page is left.
 */
const answersKey = 'quizAnswers';
const draftKey = 'sumi.quizDraft';

const inMemory = new Map<string, string>();

export const keptAnswers = {
  /** As they were written; null when none wait. */
  read: () => get(() => localStorage, answersKey),
  keep: (draft: Draft) => set(() => localStorage, answersKey, writeAnswers(draft)),
  forget: () => remove(() => localStorage, answersKey),
};

export const keptDraft = {
  /** Null where nobody has begun. */
  read(): Draft | null {
    const text = get(() => sessionStorage, draftKey);
    return text === null ? null : readDraft(text);
  },
  keep: (draft: Draft) => set(() => sessionStorage, draftKey, writeAnswers(draft)),
  forget: () => remove(() => sessionStorage, draftKey),
};

// Merely naming a storage throws where the browser has it switched off.
function get(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key) ?? inMemory.get(key) ?? null;
  } catch {
    return inMemory.get(key) ?? null;
  }
}

function set(storage: () => Storage, key: string, text: string): void {
  try {
    storage().setItem(key, text);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, text);
  }
}

function remove(storage: () => Storage, key: string): void {
  inMemory.delete(key);
  try {
    storage().removeItem(key);
  } catch {
    // It was never there.
  }
}
