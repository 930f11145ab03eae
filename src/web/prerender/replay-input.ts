/**
 * Runs where the prerendered page begins, until the application has drawn the same page. What a person did meanwhile
 * is then done again in the application's page: what they typed and ticked, where they were, and the button they
 * pressed last. A page that is opened in a state of its own (a reload in the middle of the quiz, or what this browser
 * keeps under `ownBeginning`), in another language than was written or in a window that `notIn` matches is not shown at
 * all. It is sent as its source, so it uses nothing from outside.
 */
export function replayInput(ownBeginning: string, notIn: string): void {
  const written = document.currentScript?.parentElement as HTMLElement;
  let chosen: string | null = null;
  let begins: string | null = null;
  try {
    chosen = localStorage.getItem('sumi.locale');
    begins = ownBeginning && localStorage.getItem(ownBeginning);
  } catch {
    // A browser that keeps nothing has no choice to keep.
  }
  const hasOtherShape = notIn !== '' && matchMedia(notIn).matches;
  if (history.state?.usr || begins || hasOtherShape || (chosen && chosen !== document.documentElement.lang)) {
    written.hidden = true;
    return;
  }

  let focused: Element | null = null;
  let pressed: Element | null = null;
  written.addEventListener('focusin', ({ target }) => {
    focused = target as Element;
  });
  written.addEventListener('focusout', () => {
    // An element that is taken out of the page with the focus on it loses it too.
    setTimeout(() => {
      if (written.isConnected && !written.contains(document.activeElement)) focused = null;
    });
  });
  written.addEventListener('click', ({ target }) => {
    pressed = (target as Element).closest('button');
  });

  const isField = (control?: Element | null): control is HTMLInputElement | HTMLTextAreaElement =>
    control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  const canBeTicked = (control: Element) => control.matches('[type=checkbox], [type=radio]');
  const controlsIn = (part: Element) =>
    part.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, details');
  /** Equal for the same control of both pages; ids and names may be made up again. */
  const lookOf = (control: HTMLElement) =>
    [
      control.tagName,
      control.getAttribute('type'),
      control.getAttribute('autocomplete'),
      control.getAttribute('aria-label'),
      control.getAttribute('href'),
      canBeTicked(control) && control.getAttribute('value'),
      // What else an opened part holds, the application draws once it is open.
      control instanceof HTMLTextAreaElement || (control.querySelector('summary') ?? control).textContent,
    ].join('\n');

  const handOver = () => {
    const drawn = new Map<string, HTMLElement[]>();
    for (const control of controlsIn(document.body)) {
      const alike = drawn.get(lookOf(control)) ?? [];
      drawn.set(lookOf(control), [...alike, control]);
    }
    const twins = new Map<Element, HTMLElement | undefined>();
    for (const control of controlsIn(written)) twins.set(control, drawn.get(lookOf(control))?.shift());

    for (const [was, is] of twins) {
      if (was instanceof HTMLDetailsElement && is instanceof HTMLDetailsElement) is.open = was.open;
      if (was instanceof HTMLSelectElement && is instanceof HTMLSelectElement) {
        const asWritten = [...was.options].find(({ defaultSelected }) => defaultSelected) ?? was.options[0];
        if (was.value === asWritten?.value) continue;
        is.value = was.value;
        is.dispatchEvent(new Event('change', { bubbles: true }));
      }
      if (!isField(was) || !isField(is)) continue;
      if ('checked' in was && 'checked' in is && canBeTicked(was)) {
        if (was.checked !== was.defaultChecked && was.checked !== is.checked) is.click();
      } else if (was.value !== was.defaultValue) {
        // React hears of a value that was set past its own setter.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(is), 'value')?.set?.call(is, was.value);
        is.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }
    const place = focused && twins.get(focused);
    place?.focus({ preventScroll: true });
    // A field for an address has no place to tell.
    if (isField(focused) && isField(place) && focused.selectionStart !== null)
      place.setSelectionRange(focused.selectionStart, focused.selectionEnd);
    if (pressed) twins.get(pressed)?.click();
  };

  // Told before the next frame, with the application's page already there.
  const watch = new MutationObserver(() => {
    if (written.isConnected) return;
    watch.disconnect();
    handOver();
  });
  watch.observe(document.body, { childList: true });
}
