import { Anchor, Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './subscribe-link.module.css';

/** A link to the reader's own calendar feed, for people who use another calendar program. */
export function SubscribeLink({ button = false }: { button?: boolean }) {
  const { t } = useTranslation('classes');
  const icon = <IconCalendarPlus size="1.25rem" aria-hidden />;
  if (button) {
    return (
      <Button component={Link} to="/calendar/feed" variant="default" leftSection={icon}>
        {t('page.subscribe')}
      </Button>
    );
  }
  return (
    <Anchor component={Link} to="/calendar/feed" className={styles.link}>
      {icon}
      {t('page.subscribe')}
    </Anchor>
  );
}
