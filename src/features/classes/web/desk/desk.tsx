import { Anchor, Button, Group, Rating, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconChecklist, IconLink, IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { earningsQuery } from '#features/payments/web/earnings/queries.ts';
import { type List, useList } from '#web/api/use-list.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { lazyPart, useLazyPart } from '#web/ui/overlays/lazy-part.ts';
import type { ManagedClass, NewStudent, OwnReview } from '../../contract.ts';
import { organisersAddress } from '../../rules.ts';
import { useStudentsOf } from '../organise/use-students-of.ts';
import { StartTimes } from '../seat/start-times.tsx';
import styles from './desk.module.css';
import { DeskSection } from './desk-section.tsx';
import { Offers } from './offers.tsx';
import { newStudentsQuery, offersQuery, ownReviewsQuery, taughtClassesQuery } from './queries.ts';

// Where it cannot be fetched the desk is whole all the same.
const hearOfStart = lazyPart(async () => (await import('../before/hear-of-start.tsx')).HearOfStart);

/**
 * What a teacher needs first: the next class with its room, what is on offer, rolls to call, who is new, what is owed,
 * reviews.
 */
export function Desk({ teacherId, zone }: { teacherId: string; zone: string }) {
  const { t } = useTranslation('classes');
  const classes = useQuery(taughtClassesQuery(teacherId));
  const offers = useList(offersQuery);
  const newStudents = useList(newStudentsQuery);
  const reviews = useList(ownReviewsQuery);
  const HearOfStart = useLazyPart(hearOfStart, false);
  const reads = [classes, offers.query, newStudents.query, reviews.query];
  const failed = reads.find(({ error, data }) => error && !data);
  if (failed?.error) {
    return <ErrorState error={failed.error} title={t('desk.failed')} onRetry={() => void failed.refetch()} />;
  }
  if (!classes.data || !offers.items || !newStudents.items || !reviews.items) {
    return <LoadingBlocks heights={['14rem', '14rem', '16rem', '16rem']} className={styles.loading} />;
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} mb="lg">
      <Stack>
        <NextClass liveClass={classes.data.next} zone={zone} />
        <Offers list={offers} zone={zone} />
        <Rolls rolls={classes.data.rolls} hasMore={classes.data.hasMoreRolls} />
        {/* Last, because it comes after the page is drawn and would move what is below it. */}
        {classes.data.next && HearOfStart && <HearOfStart />}
      </Stack>
      <Stack>
        <NewStudents list={newStudents} />
        <Owed />
        <Reviews list={reviews} />
      </Stack>
    </SimpleGrid>
  );
}

function NextClass({ liveClass, zone }: { liveClass: ManagedClass | null; zone: string }) {
  const { t } = useTranslation('classes');
  const studentsOf = useStudentsOf();
  if (!liveClass) {
    return (
      <DeskSection id="desk-next" title={t('desk.next')}>
        <Text c="dimmed">{t('desk.noNext')}</Text>
      </DeskSection>
    );
  }
  const { id, title, startsAt, meetLink, hasMeetLink, allowed } = liveClass;
  const tab = allowed.callRoll === null ? 'roll' : undefined;
  return (
    <DeskSection id="desk-next" title={t('desk.next')}>
      <div className={styles.words}>
        <Anchor component={Link} to={organisersAddress(id, tab)} fw={700} size="lg" c="inherit">
          {title}
        </Anchor>
        <StartTimes startsAt={startsAt} zone={zone} withDay />
        <Text size="sm" c="dimmed">
          {studentsOf(liveClass)}
        </Text>
      </div>
      <Group>
        {meetLink && (
          <Button
            component="a"
            href={meetLink}
            target="_blank"
            rel="noopener noreferrer"
            color="live"
            leftSection={<IconVideo size="1.25rem" aria-hidden />}
          >
            {t('desk.enter')}
          </Button>
        )}
        {!hasMeetLink && allowed.repair === null && (
          <Button
            component={Link}
            to={organisersAddress(id, 'link')}
            color="live"
            leftSection={<IconLink size="1.25rem" aria-hidden />}
          >
            {t('link.add')}
          </Button>
        )}
      </Group>
    </DeskSection>
  );
}

function Rolls({ rolls, hasMore }: { rolls: readonly ManagedClass[]; hasMore: boolean }) {
  const { t } = useTranslation('classes');
  const { nearMoment } = useDates();
  return (
    <DeskSection id="desk-rolls" title={t('desk.rolls')}>
      {rolls.length === 0 && <Text c="dimmed">{t('desk.noRolls')}</Text>}
      <ul className={styles.list}>
        {rolls.map(({ id, title, startsAt }) => (
          <li key={id} className={styles.line}>
            <span className={styles.words}>
              <Text fw={600}>{title}</Text>
              <Text size="sm" c="dimmed">
                {nearMoment(startsAt)}
              </Text>
            </span>
            <Button
              component={Link}
              to={organisersAddress(id, 'roll')}
              size="sm"
              variant="default"
              leftSection={<IconChecklist size="1.125rem" aria-hidden />}
              aria-label={t('desk.callOf', { title })}
            >
              {t('desk.call')}
            </Button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Anchor component={Link} to="/admin/classes?view=list&roll=due">
          {t('desk.allRolls')}
        </Anchor>
      )}
    </DeskSection>
  );
}

function NewStudents({ list }: { list: List<NewStudent> }) {
  const { t } = useTranslation('classes');
  const { nearMoment } = useDates();
  return (
    <DeskSection id="desk-new" title={t('desk.newStudents')}>
      <PagedList
        list={list}
        loading={null}
        empty={<Text c="dimmed">{t('desk.noNewStudents')}</Text>}
        more={t('desk.moreNewStudents')}
        gap="sm"
        isPart
      >
        {(students) => (
          <ul className={styles.list}>
            {students.map(({ id, name, title, startsAt, classId }) => (
              <li key={id} className={styles.line}>
                <span className={styles.words}>
                  <Text fw={600}>{name}</Text>
                  <Anchor component={Link} to={organisersAddress(classId)} size="sm">
                    {title} · {nearMoment(startsAt)}
                  </Anchor>
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </DeskSection>
  );
}

function Owed() {
  const { t } = useTranslation('classes');
  const { money } = useFigures();
  const { data, error, refetch } = useQuery(earningsQuery(undefined));
  return (
    <DeskSection id="desk-owed" title={t('desk.owed')}>
      {!data && error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Group justify="space-between">
          <Text className={styles.owed}>{data ? money(data.owedCents, data.currency) : '…'}</Text>
          <Anchor href="#earnings-title" py="sm">
            {t('desk.toEarnings')}
          </Anchor>
        </Group>
      )}
    </DeskSection>
  );
}

function Reviews({ list }: { list: List<OwnReview> }) {
  const { t } = useTranslation('classes');
  return (
    <DeskSection id="desk-reviews" title={t('desk.reviews')}>
      <PagedList
        list={list}
        loading={null}
        empty={<Text c="dimmed">{t('desk.noReviews')}</Text>}
        more={t('desk.moreReviews')}
        gap="sm"
        isPart
      >
        {(reviews) => (
          <ul className={styles.list}>
            {reviews.map(({ classId, userId, title, name, rating, words }) => (
              <li key={`${classId} ${userId}`} className={styles.line}>
                <span className={styles.words}>
                  <Rating value={rating} readOnly color="coins" aria-hidden />
                  <span className="visually-hidden">{t('rating', { rating })}</span>
                  {words && <Text>{words}</Text>}
                  <Text size="sm" c="dimmed">
                    {name} · {title}
                  </Text>
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </DeskSection>
  );
}
