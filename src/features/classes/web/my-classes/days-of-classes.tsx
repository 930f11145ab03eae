import { Button, Group, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { groupBy } from '#shared/group-by.ts';
import { calendarDay } from '#shared/time/zones.ts';
import type { ClassCard as LiveClass } from '../../contract.ts';
import styles from '../browse/card-grid.module.css';
import { momentOf } from '../class-moment.ts';
import { ListedClass } from '../seat/listed-class.tsx';
import { useDayHeading } from '../use-day-heading.ts';

type Clock = { now: Date; zone: string; today: string };

/** After this many cards, later days fold: a month of cards is a dozen screens of a phone. */
const openCards = 6;

/** Classes under their days in the reader's zone. Where `foldsLater`, a later day is its heading until it is opened. */
export function DaysOfClasses({
  classes,
  clock,
  foldsLater = false,
}: {
  classes: readonly LiveClass[];
  clock: Clock;
  foldsLater?: boolean;
}) {
  const days = [...groupBy(classes, ({ startsAt }) => calendarDay(startsAt, clock.zone))];
  return days.map(([day, ofTheDay], at) => {
    const before = days.slice(0, at).flatMap(([, earlier]) => earlier).length;
    const folds = foldsLater && before >= openCards;
    return <Day key={day} day={day} classes={ofTheDay} clock={clock} folds={folds} />;
  });
}

/** One day, on which the classes that have ended come last. */
function Day({
  day,
  classes,
  clock: { now, zone, today },
  folds,
}: {
  day: string;
  classes: readonly LiveClass[];
  clock: Clock;
  folds: boolean;
}) {
  const { t } = useTranslation('classes');
  const headingOf = useDayHeading(today);
  const [isOpened, { toggle }] = useDisclosure(!folds);
  // A filter takes classes of earlier days away, and with them the reason and the button to fold this one.
  const open = isOpened || !folds;
  const endedLast = classes.toSorted(
    (one, other) => Number(hasEnded(one, now)) - Number(hasEnded(other, now)),
  );
  return (
    <Stack component="section" aria-label={headingOf(day)}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h3">
          {headingOf(day)}
        </Title>
        {folds && (
          <Button
            variant="default"
            aria-expanded={open}
            rightSection={<IconChevronDown size="1.25rem" aria-hidden className={styles.chevron} />}
            onClick={toggle}
          >
            {t(open ? 'page.hideDay' : 'page.showDay', { count: classes.length })}
          </Button>
        )}
      </Group>
      {open && (
        <div className={styles.grid}>
          {endedLast.map((liveClass) => (
            <ListedClass key={liveClass.id} liveClass={liveClass} now={now} zone={zone} />
          ))}
        </div>
      )}
    </Stack>
  );
}

function hasEnded(liveClass: LiveClass, now: Date): boolean {
  return momentOf(liveClass, now) === 'ended';
}
