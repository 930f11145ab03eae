import { type MantineColor, Text, ThemeIcon, UnstyledButton } from '@mantine/core';
import {
  IconBell,
  IconCalendarEvent,
  IconCoin,
  IconCreditCard,
  IconPlayerPlay,
  IconSchool,
  IconShoppingBag,
  IconSpeakerphone,
  IconTrophy,
  IconUser,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Notice } from '../contract.ts';
import styles from './notices.module.css';
import { useMarkRead } from './queries.ts';
import { useNoticeWords } from './use-notice-words.ts';

/** The colour and icon of the feature that a notice comes from. */
const looks: Record<string, { color: MantineColor; Icon: typeof IconBell }> = {
  classes: { color: 'live', Icon: IconCalendarEvent },
  coins: { color: 'coins', Icon: IconCoin },
  announcements: { color: 'live', Icon: IconSpeakerphone },
  cup: { color: 'cup', Icon: IconTrophy },
  memberships: { color: 'brand', Icon: IconCreditCard },
  payments: { color: 'brand', Icon: IconCreditCard },
  people: { color: 'brand', Icon: IconUser },
  store: { color: 'coins', Icon: IconShoppingBag },
  teachers: { color: 'teach', Icon: IconSchool },
  videos: { color: 'feed', Icon: IconPlayerPlay },
};
const plain = { color: 'brand', Icon: IconBell } as const;

/** The list of notices. Following a notice, or tapping one without a link, marks it as read. */
export function NoticeList({ notices, onFollow }: { notices: readonly Notice[]; onFollow?: () => void }) {
  const markRead = useMarkRead();
  return (
    <ul className={styles.list}>
      {notices.map((notice) => (
        <li key={notice.id}>
          <NoticeRow
            notice={notice}
            onRead={() => {
              if (notice.readAt === null) markRead(notice.id);
            }}
            onFollow={onFollow}
          />
        </li>
      ))}
    </ul>
  );
}

function NoticeRow({
  notice,
  onRead,
  onFollow,
}: {
  notice: Notice;
  onRead: () => void;
  onFollow: (() => void) | undefined;
}) {
  const { t } = useTranslation('notifications');
  const { sentence, below, earned, moment } = useNoticeWords()(notice);
  const { color, Icon } = looks[notice.kind.split('.')[0] ?? ''] ?? plain;
  const isUnread = notice.readAt === null;
  const inside = (
    <>
      <ThemeIcon color={color} variant="light" size="2.75rem" radius="xl">
        <Icon size="1.375rem" aria-hidden />
      </ThemeIcon>
      <span className={styles.words}>
        <Text component="span" fw={isUnread ? 700 : 500} className={styles.sentence}>
          {sentence}
        </Text>
        {below && (
          <Text component="span" size="sm" className={styles.reason}>
            {below}
          </Text>
        )}
        {earned && (
          <Text component="span" size="sm" c="coins" fw={700}>
            {earned}
          </Text>
        )}
        <Text component="time" size="sm" c="dimmed" dateTime={notice.createdAt}>
          {moment}
        </Text>
      </span>
      {isUnread && (
        <span className={styles.dot}>
          <span className="visually-hidden">{t('unread')}</span>
        </span>
      )}
    </>
  );
  if (!notice.link) {
    return (
      <UnstyledButton className={styles.notice} onClick={onRead} disabled={!isUnread}>
        {inside}
      </UnstyledButton>
    );
  }
  return (
    <Link
      to={notice.link}
      className={styles.notice}
      onClick={() => {
        onRead();
        onFollow?.();
      }}
    >
      {inside}
    </Link>
  );
}
