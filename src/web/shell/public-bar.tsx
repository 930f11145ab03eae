import { Burger, Button, Group, Loader } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Logo } from '../ui/brand/logo.tsx';
import { lazyComponent } from '../ui/overlays/lazy-component.tsx';
import { type BarLink, BarLinks } from './bar-links.tsx';
import { LocalePicker } from './locale-picker.tsx';
import type { ShellPerson } from './navigation-entry.ts';
import { SchemePicker } from './scheme-picker.tsx';
import classes from './shell.module.css';
import { useDrawer } from './use-drawer.ts';

// Loaded when needed: a visitor's first screen does not.
const PublicProfile = lazyComponent(async () => (await import('./public-profile.tsx')).PublicProfile, {
  isExtra: true,
});
const PublicDrawer = lazyComponent(async () => (await import('./public-drawer.tsx')).PublicDrawer);

/**
 * The bar over the public pages. `person` is null for a visitor, undefined while that is not known, which stays so
 * where it `failed` to be read.
 */
export function PublicBar({
  links,
  person,
  failed = false,
  admin = false,
  onSignOut,
}: {
  links: readonly BarLink[];
  person: ShellPerson | null | undefined;
  failed?: boolean;
  admin?: boolean;
  onSignOut: () => void;
}) {
  const { t } = useTranslation('shell');
  const [opened, menu] = useDrawer();
  return (
    <header className={classes.bar}>
      <a href="#main" className="skip-link">
        {t('skip')}
      </a>
      <Group className={classes.barInner} wrap="nowrap" gap="xs">
        <Link to="/#inicio" reloadDocument aria-label={`Sumi: ${t('menu.home')}`} className={classes.home}>
          <Logo />
        </Link>
        <nav aria-label={t('menu.main')} className={classes.barLinks}>
          <BarLinks links={links} />
        </nav>
        <Group gap="xs" ml="auto" wrap="nowrap">
          <LocalePicker />
          <span className={classes.roomy}>
            <SchemePicker />
          </span>
          {person === undefined && !failed && (
            <span role="status" className={classes.barWaiting}>
              <Loader size="sm" type="dots" aria-hidden />
              <span className="visually-hidden">{t('loading')}</span>
            </span>
          )}
          {person && (
            <Suspense fallback={<span className={classes.barWaiting} />}>
              <PublicProfile person={person} admin={admin} onSignOut={onSignOut} />
            </Suspense>
          )}
          {person === null && (
            <>
              <Button component={Link} to="/auth" variant="subtle" size="sm" px="xs">
                {t('menu.signIn')}
              </Button>
              <Button component={Link} to="/quiz" size="sm" className={classes.wide}>
                {t('menu.start')}
              </Button>
            </>
          )}
          <Burger
            opened={opened}
            onClick={menu.toggle}
            aria-label={t(opened ? 'menu.close' : 'menu.open')}
            aria-expanded={opened}
            size="sm"
            className={classes.burger}
          />
        </Group>
      </Group>
      {opened && (
        <Suspense>
          <PublicDrawer links={links} isVisitor={person === null} onClose={menu.close} />
        </Suspense>
      )}
    </header>
  );
}
