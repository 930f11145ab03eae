import { Text, ThemeIcon } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './ways-to-earn.module.css';

const ways = [{ key: 'videos', to: '/feed', color: 'feed', Icon: IconPlayerPlay }] as const;

/** How coins are earned, each with the way there. */
export function WaysToEarn() {
  const { t } = useTranslation('coins');
  return (
    <ul className={styles.list}>
      {ways.map(({ key, to, color, Icon }) => (
        <li key={key}>
          <Link to={to} className={styles.way}>
            <ThemeIcon color={color} variant="light" size="xl" radius="xl">
              <Icon size="1.375rem" aria-hidden />
            </ThemeIcon>
            <Text component="span" fw={600}>
              {t(`earn.${key}`)}
            </Text>
          </Link>
        </li>
      ))}
    </ul>
  );
}
