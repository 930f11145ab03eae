/** Whether the dialog or drawer in `root` lies over every other one. */
export function isOnTop(root: Element | null): boolean {
  const top = [...document.querySelectorAll('[role="dialog"]')].at(-1);
  return root?.contains(top ?? null) ?? false;
}
