let last: Element | null = null;
let kept: Element | null = null;

/** What had the focus last. It may be gone: an item of a menu that closed as it opened a dialog. */
export const lastFocused = (): Element | null => last;

/**
 * Called once as the application starts: the code of dialogs, which asks for it, may be loaded after the press. A
 * button that is replaced by another one after its act, or goes with its row, would leave the focus on no element; it
 * moves to what stands there now.
 */
export function noteFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    last = kept = target as Element;
  });
  new MutationObserver((changes) => {
    const gone = kept;
    if (!gone || gone.isConnected) return;
    kept = null;
    void import('./focus-place.ts').then(
      (it) => it.focusFormerPlace(gone, changes),
      () => {},
    );
  }).observe(document, { childList: true, subtree: true });
}
