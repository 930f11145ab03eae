/** The colour of a phone's own bars around the page: that of the paper, light or dark. */
export function ThemeColour() {
  return (
    <>
      <meta name="theme-color" content="#fbf5ea" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#171826" media="(prefers-color-scheme: dark)" />
    </>
  );
}
