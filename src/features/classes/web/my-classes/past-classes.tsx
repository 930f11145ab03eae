import { useTranslation } from 'react-i18next';
import { useList } from '#web/api/use-list.ts';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import styles from '../browse/card-grid.module.css';
import { CardsLoading } from '../browse/cards-loading.tsx';
import { pastClassesQuery } from '../queries.ts';
import { ListedClass } from '../seat/listed-class.tsx';
import { NoSeats } from './no-seats.tsx';

/** The past classes in which the reader had a seat, newest first; those they attended can be rated. */
export function PastClasses({ now, zone, today }: { now: Date; zone: string; today: string }) {
  const { t } = useTranslation('classes');
  const classes = useList(pastClassesQuery);
  return (
    <PagedList
      list={classes}
      failed={t('page.failed')}
      loading={<CardsLoading />}
      empty={<NoSeats title={t('past.empty')} text={t('past.emptyText')} />}
      more={t('page.more')}
      gap="xl"
    >
      {(items) => (
        <div className={styles.grid}>
          {items.map((liveClass) => (
            <ListedClass
              key={liveClass.id}
              liveClass={liveClass}
              now={now}
              zone={zone}
              today={today}
              titleOrder={2}
            />
          ))}
        </div>
      )}
    </PagedList>
  );
}
