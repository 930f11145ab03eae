/** A page is printed in the light scheme, because the letters of the dark one are pale, and paper is white. */
export function printLight(): () => void {
  const root = document.documentElement;
  const attribute = 'data-mantine-color-scheme';
  let shown: string | null = null;
  const begin = () => {
    shown = root.getAttribute(attribute);
    root.setAttribute(attribute, 'light');
  };
  const end = () => {
    if (shown) root.setAttribute(attribute, shown);
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}
