import { Anchor } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './subscribe-link.module.css';

/** A link to the reader's own calendar feed, for people who use another calendar program. */
export function SubscribeLink() {
  const { t } = useTranslation('classes');
  return (
    <Anchor component={Link} to="/calendar/feed" className={styles.link}>
      <IconCalendarPlus size="1.25rem" aria-hidden />
      {t('page.feed')}
    </Anchor>
  );
}
