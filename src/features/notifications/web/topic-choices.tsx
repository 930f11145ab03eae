import { Card, Switch, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NoticeChoices } from '../contract.ts';
import styles from './choices.module.css';
import { useChangeChoices } from './use-choices.ts';

/** A switch for each topic: whether it reaches the person by mail; below, whether all of it goes once a day. */
export function TopicChoices({ choices }: { choices: NoticeChoices }) {
  const { t } = useTranslation('notifications');
  const change = useChangeChoices();
  return (
    <Card component="section" aria-labelledby="by-email">
      <Title order={2} size="h3" id="by-email" mb="md">
        {t('choices.email')}
      </Title>
      <div className={styles.choices}>
        {choices.topics.map(({ topic, email }) => (
          <Switch
            key={topic}
            size="md"
            labelPosition="left"
            className={styles.choice}
            label={t(`choices.topics.${topic}.title`)}
            description={t(`choices.topics.${topic}.text`)}
            checked={email}
            onChange={({ currentTarget }) => change({ topics: [{ topic, email: currentTarget.checked }] })}
          />
        ))}
        <Switch
          size="md"
          labelPosition="left"
          className={styles.choice}
          label={t('choices.digest')}
          description={t('choices.digestText')}
          checked={choices.digest}
          onChange={({ currentTarget }) => change({ digest: currentTarget.checked })}
        />
      </div>
    </Card>
  );
}
