import { Card, Switch, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NoticeChoices } from '../contract.ts';
import type { NoticeChannel } from '../rules.ts';
import styles from './choices.module.css';
import { useChangeChoices } from './use-choices.ts';

/**
 * A switch for each topic: whether it reaches the person by a channel. `above` and `below` are of the channel itself.
 */
export function TopicChoices({
  choices,
  channel,
  above,
  below,
}: {
  choices: NoticeChoices;
  channel: NoticeChannel;
  above?: ReactNode;
  below?: ReactNode;
}) {
  const { t } = useTranslation('notifications');
  const change = useChangeChoices();
  return (
    <Card component="section" aria-labelledby={`by-${channel}`}>
      <Title order={2} size="h3" id={`by-${channel}`} mb="md">
        {t(`choices.${channel}`)}
      </Title>
      <div className={styles.choices}>
        {above}
        {choices.topics.map(({ topic, ...wanted }) => (
          <Switch
            key={topic}
            size="md"
            labelPosition="left"
            className={styles.choice}
            label={t(`choices.topics.${topic}.title`)}
            description={t(`choices.topics.${topic}.text`)}
            checked={wanted[channel]}
            onChange={({ currentTarget }) =>
              change({ topics: [{ topic, [channel]: currentTarget.checked }] })
            }
          />
        ))}
        {below}
      </div>
    </Card>
  );
}
