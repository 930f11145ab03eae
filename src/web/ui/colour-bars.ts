/** The paper of each scheme, as in the document's `theme-color`. */
const paper = { light: '#fbf5ea', dark: '#171826' };

/** Gives a phone's own bars the colour of a scheme, whichever the system's is. */
export function colourBars(scheme: 'light' | 'dark'): void {
  for (const colour of document.querySelectorAll('meta[name="theme-color"]')) {
    colour.setAttribute('content', paper[scheme]);
  }
}
