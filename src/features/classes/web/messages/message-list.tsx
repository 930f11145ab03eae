import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { LinkedText } from '#web/ui/written-text/linked-text.tsx';
import type { ClassMessage } from '../../contract.ts';
import styles from './messages.module.css';

/** Messages to a class, the newest first, with who wrote each and when; for organisers also how many it reached. */
export function MessageList({
  messages,
  labelledBy,
  act,
}: {
  messages: readonly ClassMessage[];
  labelledBy: string;
  /** What the reader can do with one. */
  act?: (message: ClassMessage) => ReactNode;
}) {
  const { t } = useTranslation('classes');
  const { moment } = useDates();
  const byline = ({ writtenBy: name, sentAt, readers }: ClassMessage) =>
    readers === null
      ? t('messages.by', { name, moment: moment(sentAt) })
      : t('messages.sent', { name, moment: moment(sentAt), count: readers });
  return (
    <ul className={styles.messages} aria-labelledby={labelledBy}>
      {messages.map((message) => (
        <li key={message.id}>
          <LinkedText text={message.words} />
          <div className={styles.by}>
            <Text size="sm" c="dimmed">
              {byline(message)}
            </Text>
            {act?.(message)}
          </div>
          {message.hiddenReason && (
            <LinkedText size="sm" text={t('messages.hidden', { reason: message.hiddenReason })} />
          )}
        </li>
      ))}
    </ul>
  );
}
