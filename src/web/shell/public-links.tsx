import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './shell.module.css';

/** Where the public bar leads; some of it only for the signed-in. */
export function PublicLinks({ signedIn, onFollow }: { signedIn: boolean; onFollow?: () => void }) {
  const { t } = useTranslation('shell');
  const links = [
    { to: '/#inicio', label: t('menu.home') },
    { to: '/dashboard', label: t('menu.dashboard'), own: true },
    { to: '/feed', label: t('menu.feed'), own: true },
    { to: '/#desafio', label: t('menu.challenge') },
    { to: '/#clubes', label: t('menu.clubs') },
    { to: '/classes', label: t('menu.classes'), own: true },
  ];
  return links
    .filter(({ own }) => signedIn || !own)
    .map(({ to, label }) => (
      <Link key={to} to={to} className={classes.barLink} onClick={onFollow}>
        {label}
      </Link>
    ));
}
