import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { tabTitle } from './page-meta.ts';

/**
 * Names the tab after what a page shows, once it is known; until then, and without it, as the `meta` of its route does.
 */
export function useTitle(shown: string | undefined): void {
  const { i18n } = useTranslation();
  useEffect(() => {
    if (shown === undefined) return undefined;
    const before = document.title;
    const title = tabTitle(shown);
    document.title = title;
    return () => {
      // After a change of page the title is already that of the next one.
      if (document.title === title) document.title = before;
    };
    // A change of language writes the title of the route again.
  }, [shown, i18n.language]);
}
