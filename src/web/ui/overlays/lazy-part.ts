import { startTransition, useEffect, useRef, useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { pageAtRest } from '../../page-at-rest.ts';

/** A part of the application that no page needs to be drawn. */
export type LazyPart<Part> = {
  /** Null until it is loaded. */
  part: Part | null;
  fetch: () => Promise<void>;
  /** Resolves when it is loaded, by any fetch. */
  loaded: Promise<void>;
};

/** A script file did not arrive although the device has a connection: after an update of Sumi it has another name. */
export class MissingFile extends Error {}

/**
 * Runs a dynamic import.
 * @throws CallError as `call` does while the device has no connection, else MissingFile.
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (!navigator.onLine) throw new CallError({ status: 0, code: 'offline' });
    throw new MissingFile('A part of the application could not be fetched.', { cause: error });
  }
}

/**
 * What a retry of a failed `fetchPart` does: a browser remembers of a script file that it did not arrive, until the
 * page is loaded again. Without a connection the page stays, for it may be all that the reader has.
 */
export function loadPageAgain(): void {
  if (navigator.onLine) window.location.reload();
}

/**
 * `load` is a dynamic import. The next `fetch` tries one that failed again, which helps where the browser does not
 * remember the failure (`loadPageAgain`).
 */
export function lazyPart<Part>(load: () => Promise<Part>): LazyPart<Part> {
  let fetching: Promise<void> | undefined;
  let resolveLoaded = () => {};
  const loaded = new Promise<void>((resolve) => {
    resolveLoaded = resolve;
  });
  const lazy: LazyPart<Part> = {
    part: null,
    loaded,
    fetch() {
      fetching ??= fetchPart(load).then(
        (part) => {
          lazy.part = part;
          resolveLoaded();
        },
        (error) => {
          fetching = undefined;
          throw error;
        },
      );
      return fetching;
    },
  };
  return lazy;
}

/**
 * The part, once it is loaded: fetched at once when it is `wanted`, and otherwise when the page has come to rest, so
 * that it is there before most people want it. `onFailure` is told of one that is wanted and cannot be fetched; without
 * it that is an error of the page.
 */
export function useLazyPart<Part>(
  lazy: LazyPart<Part>,
  wanted: boolean,
  onFailure?: (error: unknown) => void,
): Part | null {
  const [isLoaded, setLoaded] = useState(lazy.part !== null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const failed = useRef(onFailure);
  failed.current = onFailure;
  useEffect(() => {
    if (isLoaded) return undefined;
    let gone = false;
    void lazy.loaded.then(() => {
      if (gone) return;
      // What no person waits for is drawn in slices, between which the browser answers the reader.
      if (wanted) setLoaded(true);
      else startTransition(() => setLoaded(true));
    });
    const fetch = async () => {
      if (!wanted) await pageAtRest();
      if (!gone) await lazy.fetch();
    };
    fetch().catch((error) => {
      if (!wanted || gone) return;
      if (failed.current) failed.current(error);
      else setFailure({ error });
    });
    return () => {
      gone = true;
    };
  }, [lazy, wanted, isLoaded]);
  if (failure) throw failure.error;
  return isLoaded ? lazy.part : null;
}

/**
 * False in the first drawing of a lazy part, once it `isLoaded`. It is drawn closed first: Mantine would open what
 * begins open without its transition, and would not give the focus back to the button when it closes.
 */
export function useMayOpen(isLoaded = true): boolean {
  const [mayOpen, setMayOpen] = useState(false);
  useEffect(() => {
    if (isLoaded) startTransition(() => setMayOpen(true));
  }, [isLoaded]);
  return mayOpen;
}
