import { Card, Title } from '@mantine/core';
import { ownSeatsQuery } from '#features/classes/web/queries.ts';
import { StartTimes } from '#features/classes/web/seat/start-times.tsx';
import { Offered } from '#features/classes/web/seat/waiting.tsx';
import { useClock } from '#features/classes/web/use-clock.ts';
import { useList } from '#web/api/use-list.ts';
import styles from './today-card.module.css';

/** A seat that is held for the reader, who waited for it, with its answers. The page has read their classes already. */
export function OfferedSeat() {
  const { items } = useList(ownSeatsQuery);
  const { now, zone } = useClock();
  const offered = items?.find(
    ({ isEnrolled, isPaid, heldUntil }) =>
      !isEnrolled && !isPaid && heldUntil !== null && Date.parse(heldUntil) > now.getTime(),
  );
  if (!offered) return null;
  return (
    <Card component="section" aria-labelledby="offered offered-start" className={styles.offer}>
      <Title order={2} size="h4" id="offered" className={styles.state}>
        {offered.title}
      </Title>
      {/* A student may have a seat in the same club on another day. */}
      <div id="offered-start">
        <StartTimes startsAt={offered.startsAt} zone={zone} withDay />
      </div>
      <Offered liveClass={offered} />
    </Card>
  );
}
