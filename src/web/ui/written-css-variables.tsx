/** The document has them from the build on, which lets Mantine write the application's shell. */
const written = document.querySelector('style[data-mantine-styles="true"]')?.textContent ?? '';

/**
 * Mantine's variables as text. The build gives the browser this in place of the part of Mantine of the same name, which
 * would compute them once more at each visit (vite.config.ts).
 */
export function MantineCssVariables() {
  return (
    <style
      data-mantine-styles="true"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: written }}
    />
  );
}
