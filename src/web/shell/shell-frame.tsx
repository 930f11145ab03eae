import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './shell-frame.module.css';
import { usePageFiles } from './use-page-files.ts';

/**
 * Keeps what is fixed to the right edge in its place while a dialog hides the page's scroll bar: the class by which
 * Mantine's dialogs (react-remove-scroll) find it.
 */
export const besideScrollBar = 'right-scroll-bar-position';

/** Where the stylesheet shows no sidebar. It is not drawn there: for administrators it has twenty links. */
const phone = '(max-width: 47.99em)';

/**
 * Where the parts of a shell stand: a sidebar of full height, which a phone has none of, a bar beside it, the page, and
 * at the bottom of a phone its tabs. Pages read the sizes from `--shell-header` and `--shell-footer`.
 */
export function ShellFrame({
  header,
  sidebar,
  sidebarClass = '',
  collapsed = false,
  tabs,
  page,
  children,
}: {
  header: ReactNode;
  sidebar: ReactNode;
  sidebarClass?: string | undefined;
  /** Whether the sidebar has icons only. */
  collapsed?: boolean;
  tabs?: ReactNode;
  /** Attributes of the page's `main`. */
  page: { className?: string | undefined } & Record<`data-${string}`, true | undefined>;
  children: ReactNode;
}) {
  usePageFiles();
  const { t } = useTranslation('shell');
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
  return (
    <div className={classes.frame} data-collapsed={collapsed || undefined} data-tabs={!!tabs || undefined}>
      <header className={`${classes.header} ${besideScrollBar}`}>{header}</header>
      {!isPhone && (
        <nav
          className={`${classes.sidebar} ${sidebarClass}`}
          aria-label={t('menu.pages')}
          data-collapsed={collapsed || undefined}
        >
          {sidebar}
        </nav>
      )}
      <main {...page} id="main" tabIndex={-1} className={`${classes.main} ${page.className ?? ''}`}>
        {children}
      </main>
      {tabs && <footer className={`${classes.footer} ${besideScrollBar}`}>{tabs}</footer>}
    </div>
  );
}
