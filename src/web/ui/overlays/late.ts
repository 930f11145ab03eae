import { startTransition, useEffect, useState } from 'react';
import { pageAtRest } from '../../page-at-rest.ts';

/** A part of the application that no page needs to be drawn. */
export type Late<Part> = {
  /** Null until it is here. */
  part: Part | null;
  fetch: () => Promise<void>;
  /** Resolves when it is here, by any fetch. */
  arrival: Promise<void>;
};

/** `load` is a dynamic import. One that failed is repeated by the next `fetch`. */
export function late<Part>(load: () => Promise<Part>): Late<Part> {
  let fetching: Promise<void> | undefined;
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const it: Late<Part> = {
    part: null,
    arrival,
    fetch() {
      fetching ??= load().then(
        (part) => {
          it.part = part;
          arrive();
        },
        (error) => {
          fetching = undefined;
          throw error;
        },
      );
      return fetching;
    },
  };
  return it;
}

/**
 * The part, once it is here: fetched at once when it is `wanted`, and otherwise when the page has come to rest, so that
 * it is there before most people want it. One that is wanted and cannot be fetched is an error of the page.
 */
export function useLate<Part>(it: Late<Part>, wanted: boolean): Part | null {
  const [isHere, setHere] = useState(it.part !== null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (isHere) return undefined;
    let gone = false;
    void it.arrival.then(() => {
      if (gone) return;
      // What no person waits for is drawn in slices, between which the browser answers the reader.
      if (wanted) setHere(true);
      else startTransition(() => setHere(true));
    });
    const fetch = async () => {
      if (!wanted) await pageAtRest();
      if (!gone) await it.fetch();
    };
    fetch().catch((error) => {
      if (wanted && !gone) setFailure({ error });
    });
    return () => {
      gone = true;
    };
  }, [it, wanted, isHere]);
  if (failure) throw failure.error;
  return isHere ? it.part : null;
}

/**
 * False in the first drawing of what is late, which `isHere`. It is drawn closed first: Mantine would open what begins
 * open without its transition, and would not give the focus back to the button when it closes.
 */
export function useStands(isHere = true): boolean {
  const [stands, setStands] = useState(false);
  useEffect(() => {
    if (isHere) startTransition(() => setStands(true));
  }, [isHere]);
  return stands;
}
