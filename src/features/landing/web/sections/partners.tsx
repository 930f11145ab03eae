import { IconBooks, IconBuildingArch, IconFeather, IconSchool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { contactAddress } from '#features/accounts/web/contact-address.ts';
import landing from '../landing.module.css';
import { useLanding } from '../use-landing.ts';
import classes from './partners.module.css';

const partners = [
  { key: 'schools', Icon: IconSchool },
  { key: 'libraries', Icon: IconBooks },
  { key: 'native', Icon: IconFeather },
  { key: 'culture', Icon: IconBuildingArch },
] as const;

/**
 * An invitation to the kinds of partners that a community may have. Their names go here when partners agree to be
 * named.
 */
export function Partners() {
  const { t } = useTranslation('landing');
  const { links } = useLanding();
  return (
    <section aria-labelledby="partners-title" className={`${landing.section} ${classes.partners}`}>
      <h2 id="partners-title" className={classes.title}>
        {t('partners.title')}
      </h2>
      <p className={landing.lead}>{t('partners.text')}</p>
      <ul className={classes.list}>
        {partners.map(({ key, Icon }) => (
          <li key={key} className={classes.partner}>
            <Icon aria-hidden stroke={1.75} />
            {t(`partners.${key}`)}
          </li>
        ))}
      </ul>
      {links.whatsApp && (
        <a
          href={contactAddress(links.whatsApp, t('footer.greeting'))}
          target="_blank"
          rel="noreferrer"
          className={classes.join}
        >
          {t('partners.join')}
        </a>
      )}
    </section>
  );
}
