import { Card, Switch, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NoticeChoices } from '../contract.ts';
import type { NoticeChannel } from '../rules.ts';
import styles from './choices.module.css';
import { useChangeChoices } from './use-choices.ts';

/**
 * What reaches the person by which channel: a row for each topic, a column of switches for each channel. Without a
 * device that shows push messages there is nothing to choose for one.
 */
export function TopicChoices({ choices: { topics, hasDevice, noLetters } }: { choices: NoticeChoices }) {
  const { t } = useTranslation('notifications');
  const change = useChangeChoices();
  const channels: NoticeChannel[] = [
    ...(hasDevice ? (['push'] as const) : []),
    ...(noLetters === 'no-mail' ? [] : (['email'] as const)),
  ];
  return (
    <Card component="section" aria-labelledby="topics">
      <Title order={2} size="h3" id="topics">
        {t('choices.topicsTitle')}
      </Title>
      {!hasDevice && (
        <Text c="dimmed" mt="xs">
          {t('choices.noDevice')}
        </Text>
      )}
      {channels.length > 0 && (
        <Table verticalSpacing="sm" horizontalSpacing={0} mt="sm" className={styles.topics}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <span className="visually-hidden">{t('choices.topic')}</span>
              </Table.Th>
              {channels.map((channel) => (
                <Table.Th key={channel} id={`by-${channel}`} className={styles.channel}>
                  {t(`choices.channels.${channel}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {topics.map(({ topic, ...wanted }) => (
              <Table.Tr key={topic}>
                <Table.Th scope="row" className={styles.topic}>
                  <span id={`about-${topic}`}>{t(`choices.topics.${topic}.title`)}</span>
                  <Text span size="sm" c="dimmed" fw={400} id={`text-of-${topic}`}>
                    {t(`choices.topics.${topic}.text`)}
                  </Text>
                </Table.Th>
                {channels.map((channel) => (
                  <Table.Td key={channel} className={styles.channel}>
                    <Switch
                      size="md"
                      aria-labelledby={`about-${topic} by-${channel}`}
                      aria-describedby={`text-of-${topic}`}
                      checked={wanted[channel]}
                      onChange={({ currentTarget }) =>
                        change({ topics: [{ topic, [channel]: currentTarget.checked }] })
                      }
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  );
}
