import { Link } from 'react-router';
import classes from './shell.module.css';

export type BarLink = { to: string; label: string };

/**
 * The links of the public bar and of its menu on a phone. Those to a section of the landing page leave the application.
 */
export function BarLinks({ links, onFollow }: { links: readonly BarLink[]; onFollow?: () => void }) {
  return links.map(({ to, label }) => (
    <Link
      key={to}
      to={to}
      reloadDocument={to.startsWith('/#')}
      className={classes.barLink}
      onClick={onFollow}
    >
      {label}
    </Link>
  ));
}
