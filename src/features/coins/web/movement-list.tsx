import { Group, type MantineColor, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import {
  IconAdjustments,
  IconArrowBackUp,
  IconBroadcast,
  IconFlame,
  IconGift,
  IconHeart,
  IconShoppingBag,
  IconSparkles,
  IconTrophy,
  IconUserPlus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { groupBy } from '#shared/group-by.ts';
import { recentDayInWords } from '#shared/time/calendar-words.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { RowList } from '#web/ui/lists/row-list.tsx';
import type { Movement, TransactionType } from '../contract.ts';
import styles from './movement-list.module.css';
import { detailOf, titleOf } from './movement-text.ts';

const looks: Record<TransactionType, { color: MantineColor; Icon: typeof IconGift }> = {
  reward: { color: 'feed', Icon: IconSparkles },
  purchase: { color: 'coins', Icon: IconShoppingBag },
  refund: { color: 'teach', Icon: IconArrowBackUp },
  admin_credit: { color: 'teach', Icon: IconGift },
  admin_debit: { color: 'gray', Icon: IconAdjustments },
  duolingo_reward: { color: 'cup', Icon: IconTrophy },
  event_reward: { color: 'live', Icon: IconBroadcast },
  referral: { color: 'teach', Icon: IconUserPlus },
  signup_bonus: { color: 'live', Icon: IconHeart },
};

/** A shield's purchase, `streak-shield`, is none of them. */
const streakCauses = ['streak-day', 'streak-week'];
const streakLook = { color: 'cup', Icon: IconFlame } as const;

/** Movements under the days they happened on, newest first. */
export function MovementList({ movements }: { movements: readonly Movement[] }) {
  const { i18n } = useTranslation();
  const { day } = useDates();
  const zone = useReaderZone();
  const today = calendarDay(new Date().toISOString(), zone);
  const headingOf = ({ createdAt }: Movement) =>
    recentDayInWords(calendarDay(createdAt, zone), today, i18n.language) ?? day(createdAt);
  const byDay = groupBy(movements, headingOf);
  return (
    <Stack gap="lg">
      {[...byDay].map(([date, ofTheDay]) => (
        <section key={date} aria-label={date}>
          <Title order={3} size="h4" mb="xs">
            {date}
          </Title>
          <RowList>
            {ofTheDay.map((movement) => (
              <MovementRow key={movement.id} movement={movement} />
            ))}
          </RowList>
        </section>
      ))}
    </Stack>
  );
}

function MovementRow({ movement }: { movement: Movement }) {
  const { t, i18n } = useTranslation('coins');
  const { number, signed } = useFigures();
  const { time } = useDates();
  const { amount, balanceAfter, transactionType, createdAt } = movement;
  const { color, Icon } = streakCauses.includes(movement.description) ? streakLook : looks[transactionType];
  const detail = detailOf(movement, i18n);
  return (
    <li className={styles.row}>
      <ThemeIcon color={color} variant="light" size="xl" radius="xl">
        <Icon size="1.375rem" aria-hidden />
      </ThemeIcon>
      <div className={styles.words}>
        <Text fw={700}>{titleOf(movement, i18n)}</Text>
        <Text size="sm" c="dimmed" className={styles.detail}>
          {detail ? `${time(createdAt)} · ${detail}` : time(createdAt)}
        </Text>
      </div>
      <Group gap={0} className={styles.figures}>
        <Text fw={800} c={amount > 0 ? 'green' : undefined}>
          {signed(amount)}
        </Text>
        <Text size="sm" c="dimmed">
          {t('balanceAfter', { figure: number(balanceAfter) })}
        </Text>
      </Group>
    </li>
  );
}
