/** Mantine marks the field of a password by `data-invalid` alone. */
const faulty = ':is(input, textarea, select, button):is([aria-invalid="true"], [data-invalid])';

/** Focuses the first field that is marked as wrong: a screen reader then reads its name and what is wrong with it. */
export function focusFirstFault(within: ParentNode): void {
  within.querySelector<HTMLElement>(faulty)?.focus();
}

/** Watches every form of the page: one that refuses in the browser what was typed. Answers how to stop. */
export function watchRefusedForms(): () => void {
  const onSubmit = ({ target }: Event) => {
    if (!(target instanceof HTMLFormElement)) return;
    // React has marked the fields by then.
    requestAnimationFrame(() => focusFirstFault(target));
  };
  document.addEventListener('submit', onSubmit);
  return () => document.removeEventListener('submit', onSubmit);
}
