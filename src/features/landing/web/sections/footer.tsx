import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { contactAddress } from '#features/accounts/web/contact-address.ts';
import { Logo } from '#web/ui/brand/logo.tsx';
import { networks } from '../../contract.ts';
import { networkLooks } from '../community-links.ts';
import { useLanding } from '../use-landing.ts';
import classes from './footer.module.css';

const firstYear = 2025;

const pages = [
  { to: '/quiz', text: 'footer.quiz' },
  { to: '/ranking', text: 'footer.ranking' },
  { to: '/store', text: 'footer.store' },
  { to: '/auth', text: 'footer.signIn' },
  { to: '/terms', text: 'footer.terms' },
  { to: '/privacy', text: 'footer.privacy' },
] as const;

export function Footer() {
  const { t } = useTranslation('landing');
  const { links } = useLanding();
  const thisYear = new Date().getFullYear();
  const years = thisYear > firstYear ? `${firstYear}–${thisYear}` : `${firstYear}`;
  const newTab = t('footer.newTab');
  const shown = networks.filter((network) => links.networks[network]);
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.brand}>
          <Logo />
          <p className={classes.tagline}>{t('footer.tagline')}</p>
          {links.whatsApp && (
            <a
              href={contactAddress(links.whatsApp, t('footer.greeting'))}
              target="_blank"
              rel="noreferrer"
              className={classes.contact}
            >
              <IconBrandWhatsapp aria-hidden />
              {t('footer.contact')}
              <span className="visually-hidden">({newTab})</span>
            </a>
          )}
        </div>
        <nav aria-label={t('footer.explore')} className={classes.pages}>
          {pages.map(({ to, text }) => (
            <Link key={to} to={to}>
              {t(text)}
            </Link>
          ))}
        </nav>
        {shown.length > 0 && (
          <ul aria-label={t('footer.follow')} className={classes.networks}>
            {shown.map((network) => {
              const { name, Icon } = networkLooks[network];
              return (
                <li key={network}>
                  <a
                    href={links.networks[network]}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={`${name} (${newTab})`}
                  >
                    <Icon aria-hidden />
                  </a>
                </li>
              );
            })}
          </ul>
        )}
        <p className={classes.rights}>{t('footer.rights', { years })}</p>
      </div>
    </footer>
  );
}
