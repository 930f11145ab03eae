import { type ComponentProps, createElement, type MouseEvent, useState } from 'react';

/**
 * The `<button>` in every button of Mantine's. A browser takes the focus from a button that becomes disabled, as all do
 * while what they began is under way: the Tab key would begin anywhere, and a screen reader would read nothing. So one
 * that has the focus keeps it: it says that it is disabled, takes no press, and is disabled once the focus has left.
 */
export function FocusKeepingButton({
  disabled = false,
  onClick,
  onFocus,
  onBlur,
  type = 'button',
  ...button
}: ComponentProps<'button'>) {
  const [hasFocus, setFocus] = useState(false);
  const keepsFocus = disabled && hasFocus;
  // No JSX: the theme, which has it, is read by tests without a browser.
  // biome-ignore lint/a11y/useButtonType: without a type of its own it is a plain button, which sends no form
  return createElement('button', {
    ...button,
    type,
    disabled: disabled && !hasFocus,
    'aria-disabled': keepsFocus || button['aria-disabled'],
    onClick: keepsFocus ? takeNoPress : onClick,
    onFocus(event) {
      setFocus(true);
      onFocus?.(event);
    },
    onBlur(event) {
      // It still has it where the whole window has lost it.
      setFocus(document.activeElement === event.currentTarget);
      onBlur?.(event);
    },
  });
}

/** A button of a form would send it. */
function takeNoPress(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
