let last: Element | null = null;

/** What had the focus last. It may be gone: an item of a menu that closed as it opened a dialog. */
export const lastFocused = (): Element | null => last;

/** Called once as the application starts: the code of dialogs, which asks for it, may be loaded after the press. */
export function noteFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) last = target;
  });
}
