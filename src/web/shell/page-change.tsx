import { VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigation } from 'react-router';
import classes from './page-change.module.css';

/**
 * Tells of a change of page what a browser tells of a document: a bar shows that the next one is on its way, once that
 * takes a moment, and a screen reader reads its title when it is there. The focus stays on the link, or goes to the
 * page where the link has left with the page before. A page that a redirect opens before anything is pressed begins at
 * its top, like a document.
 */
export function PageChange() {
  const { t } = useTranslation('shell');
  const isOnItsWay = useNavigation().state !== 'idle';
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  const told = useRef(pathname);
  // The browser's own `userActivation` lasts from one document of a site to the next.
  const isUsed = useRef(false);
  const use = () => {
    isUsed.current = true;
  };
  useWindowEvent('keydown', use);
  useWindowEvent('pointerdown', use);
  // A screen reader presses with neither.
  useWindowEvent('click', use);
  useEffect(() => {
    if (told.current === pathname) return undefined;
    told.current = pathname;
    // A dialog or drawer that closes with the change gives the focus back first.
    const timer = setTimeout(() => {
      setTitle(document.title);
      const { activeElement } = document;
      if (!isUsed.current) return;
      if (!activeElement || activeElement === document.body) {
        document.getElementById('main')?.focus({ preventScroll: true });
      }
    }, settlesIn);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <>
      {isOnItsWay && <div className={classes.bar} role="progressbar" aria-label={t('loading')} />}
      <VisuallyHidden role="status">{title}</VisuallyHidden>
    </>
  );
}

/** Milliseconds. */
const settlesIn = 300;
