import { useTranslation } from 'react-i18next';
import { useList } from '#web/api/use-list.ts';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import styles from '../browse/card-grid.module.css';
import { CardsLoading } from '../browse/cards-loading.tsx';
import { ownSeatsQuery } from '../queries.ts';
import { DaysOfClasses } from './days-of-classes.tsx';
import { NoSeats } from './no-seats.tsx';

/** The classes of today and later in which the reader has a seat or waits for one. */
export function OwnClasses(clock: { now: Date; zone: string; today: string }) {
  const { t } = useTranslation('classes');
  const classes = useList(ownSeatsQuery);
  return (
    <PagedList
      list={classes}
      failed={t('page.failed')}
      loading={<CardsLoading />}
      empty={<NoSeats title={t('mine.empty')} text={t('mine.emptyText')} />}
      more={t('page.more')}
      gap="xl"
    >
      {/* Nearly every day has one seat. */}
      {(items) => (
        <div className={styles.days}>
          <DaysOfClasses classes={items} clock={clock} />
        </div>
      )}
    </PagedList>
  );
}
