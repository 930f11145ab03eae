import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './choices.module.css';
import { useChangeChoices } from './use-choices.ts';

/** Whether letters that can wait go together, once a day. */
export function DigestChoice({ digest }: { digest: boolean }) {
  const { t } = useTranslation('notifications');
  const change = useChangeChoices();
  return (
    <Switch
      size="md"
      labelPosition="left"
      className={styles.choice}
      label={t('choices.digest')}
      description={t('choices.digestText')}
      checked={digest}
      onChange={({ currentTarget }) => change({ digest: currentTarget.checked })}
    />
  );
}
