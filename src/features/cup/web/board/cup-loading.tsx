import { Skeleton } from '@mantine/core';
import { Fragment } from 'react';
import { Loading } from '#web/ui/lists/loading-blocks.tsx';
import styles from './cup-list.module.css';
import rowStyles from './cup-row.module.css';
import { Medal } from './medal.tsx';

/** They fill a screen. */
const lines = 10;

/** The skeleton of a loading board, with room for the heads of a wide window. */
export function CupLoading() {
  return (
    <Loading className={styles.list}>
      {Array.from({ length: lines }, (_, index) => (
        <Fragment key={index}>
          {index === 3 && (
            <div className={styles.heads}>
              <Skeleton h="1.25em" w="5rem" />
            </div>
          )}
          <div className={rowStyles.row} data-position={index + 1} data-medal={index < 3 || undefined}>
            <div className={rowStyles.summary}>
              <span className={rowStyles.position}>
                {index < 3 ? <Medal position={index + 1} /> : <Skeleton h="1.25rem" w="2rem" />}
              </span>
              <span className={rowStyles.face}>
                <Skeleton circle h="2.75rem" w="2.75rem" />
              </span>
              <div className={rowStyles.who}>
                <Skeleton h="1.25rem" w="8rem" maw="100%" />
                <Skeleton h="1.25rem" w="5rem" />
              </div>
              <span className={rowStyles.figure} data-figure="xp" data-leads>
                <Skeleton h="1.5rem" w="5rem" />
              </span>
              <span className={rowStyles.figure} data-figure="streak">
                <Skeleton h="1.25rem" w="4rem" />
              </span>
              <span className={rowStyles.chevron} />
            </div>
          </div>
        </Fragment>
      ))}
    </Loading>
  );
}
