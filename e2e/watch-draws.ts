import type { Locator } from 'playwright-core';

/**
 * Notes from now on which of these cards React draws again: it hands an element new props whenever the component that
 * draws it has run. `inside` selects the elements of a card that count; without it the card itself does. Answers a
 * function that reads the commits so far, each as the places of the cards that were drawn in it.
 */
export async function watchDraws(cards: Locator, inside?: string): Promise<() => Promise<number[][]>> {
  await cards.evaluateAll((found, inside) => {
    const commits: Set<number>[] = [];
    let running: Set<number> | null = null;
    const note = (place: number) => {
      if (!running) {
        running = new Set();
        commits.push(running);
        queueMicrotask(() => {
          running = null;
        });
      }
      running.add(place);
    };
    found.forEach((card, place) => {
      for (const element of inside ? card.querySelectorAll(inside) : [card]) {
        const name = Object.keys(element).find((key) => key.startsWith('__reactProps$'));
        if (!name) throw new Error('React names the props of an element otherwise now.');
        let props = Reflect.get(element, name);
        Object.defineProperty(element, name, {
          get: () => props,
          set(next) {
            props = next;
            note(place);
          },
        });
      }
    });
    Object.assign(window, { commits });
  }, inside);
  return () =>
    cards
      .page()
      .evaluate(() => (window as unknown as { commits: Set<number>[] }).commits.map((places) => [...places]));
}
