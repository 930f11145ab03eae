import { Anchor, Button, Card, Group, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconArrowRight, IconPlayerPlay } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { useList } from '#web/api/use-list.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import type { ClassCard } from '../../contract.ts';
import { learnersAddress } from '../../rules.ts';
import { LanguageTag } from '../browse/language-tag.tsx';
import { momentOf } from '../class-moment.ts';
import { ownSeatsQuery, upcomingClassesQuery } from '../queries.ts';
import { EnterButton } from '../seat/enter-button.tsx';
import { SeatsLeft } from '../seat/seats-left.tsx';
import { StartTimes } from '../seat/start-times.tsx';
import { TeacherLine } from '../seat/teacher-line.tsx';
import { useClock } from '../use-clock.ts';
import { useDayHeading } from '../use-day-heading.ts';
import { classColour } from '../week-calendar/class-colour.ts';
import styles from './next-class.module.css';

// Loaded where a seat is offered: most visits show a seat that the student has.
const SeatButton = lazyComponent(async () => (await import('../seat/seat-button.tsx')).SeatButton);

const OfferedSeat = lazyComponent(async () => (await import('./offered-seat.tsx')).OfferedSeat);

/** What comes next, and below it each class in whose waiting list the reader stands, as one row with their position. */
export function NextClass() {
  const { t } = useTranslation('classes');
  const { now } = useClock();
  const waiting = useList(ownSeatsQuery).items?.filter(
    (each) => each.waitingPlace !== null && !each.heldUntil && isToCome(each, now),
  );
  return (
    <div className={styles.room}>
      <Next isAlone={!waiting?.length} />
      {waiting?.map((each) => (
        <Below key={each.id} liveClass={each} label={t('wait.place', { place: each.waitingPlace })} />
      ))}
    </div>
  );
}

/**
 * A seat that is held for the reader, who has to answer, above their next class as one row. Else the next class in
 * which they have a seat. Without one: the next class in which they can enrol, or else a video. Each stands in the room
 * that was kept while it was read, and says less where it leaves the foot of it to a row.
 */
function Next({ isAlone }: { isAlone: boolean }) {
  const { t } = useTranslation(['classes', 'shell']);
  const { now } = useClock();
  const own = useList(ownSeatsQuery);
  const next = own.items?.find((each) => isToCome(each, now) && !isOffer(each));
  const held = own.items?.find(
    (each) => isOffer(each) && each.heldUntil !== null && Date.parse(each.heldUntil) > now.getTime(),
  );
  const isOpen = (each: ClassCard) => each.allowed.enrol === null && !each.heldUntil && isToCome(each, now);
  const offered = useList({
    ...upcomingClassesQuery({}),
    enabled: own.items !== undefined && !next && !held,
  });
  // Where another plan unlocks the first classes, those of the reader's own plan may stand behind them.
  const { account } = useAccount();
  const ofPlan = useList({
    ...upcomingClassesQuery(account ? { tier: account.tier } : {}),
    enabled: account !== null && !next && !held && offered.query.hasNextPage && !offered.items?.some(isOpen),
  });
  const missing =
    next || held ? undefined : [own, offered, ofPlan].find(({ items, query }) => !items && query.isEnabled);
  if (missing) {
    const { error, refetch } = missing.query;
    return error ? (
      <ErrorState isPart error={error} title={t('page.failed')} onRetry={() => void refetch()} />
    ) : (
      <Skeleton radius="lg" role="status" aria-label={t('shell:loading')} />
    );
  }
  const isLive = next && momentOf(next, now) === 'live';
  const label =
    next &&
    t(!next.isEnrolled ? 'nextClass.unpaid' : isLive ? 'nextClass.live' : `nextClass.own.${next.kind}`);
  if (held)
    return (
      <>
        <Suspense fallback={<Skeleton radius="lg" role="status" aria-label={t('shell:loading')} />}>
          <OfferedSeat liveClass={held} isAlone={isAlone && !next} />
        </Suspense>
        {next && label && <Below liveClass={next} label={label} />}
      </>
    );
  if (next && label) return <Hero liveClass={next} label={label} isAlone={isAlone} />;
  const open = [offered, ofPlan].flatMap(({ items = [] }) => items).find(isOpen);
  return open ? <Hero liveClass={open} label={t('nextClass.offered')} isAlone={isAlone} /> : <WatchInstead />;
}

/** A seat that waits for the reader's answer is not theirs yet. */
function isOffer({ isEnrolled, isPaid }: ClassCard): boolean {
  return !isEnrolled && !isPaid;
}

function isToCome(liveClass: ClassCard, now: Date): boolean {
  return ['upcoming', 'live'].includes(momentOf(liveClass, now));
}

function Hero({ liveClass, label, isAlone }: { liveClass: ClassCard; label: string; isAlone: boolean }) {
  const { t } = useTranslation('classes');
  const { now, zone, today } = useClock();
  const headingOf = useDayHeading(today);
  const { id, title, startsAt, meetLink, isEnrolled, isPaid } = liveClass;
  const isTheirs = isEnrolled || isPaid;
  const address = learnersAddress(id);
  return (
    <Card
      component="section"
      aria-labelledby="next-class"
      className={styles.hero}
      style={classColour(liveClass)}
    >
      <Text fw={700} className={styles.label}>
        {label}
      </Text>
      <Title order={2} id="next-class" className={styles.title}>
        {isTheirs ? (
          title
        ) : (
          <Anchor component={Link} to={address} inherit c="inherit">
            {title}
          </Anchor>
        )}
      </Title>
      <div>
        <Text fw={700}>{headingOf(calendarDay(startsAt, zone))}</Text>
        <StartTimes startsAt={startsAt} zone={zone} />
      </div>
      {isAlone && (
        <>
          <LanguageTag taught={liveClass} />
          <TeacherLine taught={liveClass} />
        </>
      )}
      <Group gap="sm" className={styles.actions}>
        {isTheirs ? (
          <>
            <EnterButton liveClass={liveClass} />
            <Button
              component={Link}
              to={address}
              color="live"
              variant={meetLink ? 'default' : 'filled'}
              rightSection={<IconArrowRight size="1.25rem" aria-hidden />}
              aria-label={t('nextClass.seeOf', { title })}
            >
              {t('nextClass.see')}
            </Button>
          </>
        ) : (
          <Suspense fallback={<SeatWaiting liveClass={liveClass} now={now} />}>
            <SeatButton liveClass={liveClass} now={now} />
          </Suspense>
        )}
      </Group>
    </Card>
  );
}

/** What SeatButton says of a free seat, with a block as large as its button. */
function SeatWaiting({ liveClass, now }: { liveClass: ClassCard; now: Date }) {
  return (
    <Stack gap="xs">
      <SeatsLeft liveClass={liveClass} now={now}>
        <Skeleton h="2.75rem" w="8.5rem" radius="xl" />
      </SeatsLeft>
    </Stack>
  );
}

/** A class below another one, as one row that leads to it; whole once its door is open. */
function Below({ liveClass, label }: { liveClass: ClassCard; label: string }) {
  const { zone, today } = useClock();
  const { id, title, startsAt, meetLink } = liveClass;
  if (meetLink) return <Hero liveClass={liveClass} label={label} isAlone />;
  return (
    <Card component={Link} to={learnersAddress(id)} className={styles.row}>
      <Text span size="sm" fw={700} className={styles.label}>
        {label}
      </Text>
      <Text span fw={700} truncate>
        {title}
      </Text>
      <StartTimes startsAt={startsAt} zone={zone} today={today} />
    </Card>
  );
}

function WatchInstead() {
  const { t } = useTranslation('classes');
  const { account } = useAccount();
  const waitsForConsent = account?.guardianConsent === false;
  return (
    <Card component="section" aria-labelledby="next-class">
      <Stack align="start" gap="sm" my="auto">
        {/* The drop of the page greets above it. */}
        <ThemeIcon color="feed" variant="light" size="xl" radius="xl">
          <IconPlayerPlay size="1.375rem" aria-hidden />
        </ThemeIcon>
        <Title order={2} size="h3" id="next-class">
          {t('nextClass.none')}
        </Title>
        <Text c="dimmed">{t(waitsForConsent ? 'nextClass.needsConsent' : 'nextClass.noneText')}</Text>
        <Button
          component={Link}
          to="/feed"
          color="feed"
          // The card of the day below it has the filled one.
          variant="light"
          leftSection={<IconPlayerPlay size="1.25rem" aria-hidden />}
        >
          {t('nextClass.watch')}
        </Button>
      </Stack>
    </Card>
  );
}
