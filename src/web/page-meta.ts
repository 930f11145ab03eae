type Tag = { title: string } | { name: 'description'; content: string };

/** What a tab is called: the page, then the community. */
export const tabTitle = (title: string): string => `${title} · Sumi`;

/** What the tab of a page is called, and what search engines show below it for pages that visitors read. */
export function pageMeta(title: string, description?: string): Tag[] {
  const named = { title: tabTitle(title) };
  return description === undefined ? [named] : [named, { name: 'description', content: description }];
}
